/** Imports the bank's reply to a bank file: all rows in one transaction, or none. */
import { createHash } from 'node:crypto'
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requireAsAsked } from '../../platform/second-person.ts'
import type { Shop } from '../../platform/shop.ts'
import { type BankReplyRow, readBankReply, type RowProblem } from './bank-reply-rules.ts'
import { failedRefusal, paidRefusal, settleExtra, settleFailed, settlePaid, usedUtrWords } from './pay.ts'
import { findPayoutsByNumber, lockPayoutsByNumber, type PayoutRow } from './payout-queries.ts'
import { findBankReply, insertBankReply } from './bank-file-queries.ts'
import { extraPaiseOf, findExtraTransfer, type UtrUse, usesOfUtrs } from './transfer-queries.ts'
import { bankReference } from './present.ts'

/** At most so many rows are named in a refusal. */
const problemsShown = 50
const takenBefore = (at: Date | undefined) =>
  new Refusal(
    'conflict',
    `This file was uploaded before${at ? `, on ${new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' }).format(at)}` : ''}. Nothing was changed.`,
  )

/**
 * Refuses: conflict for a file that was imported before; invalid, with the line of each wrong row, for a file that is no reply,
 * for unknown references, other amounts, UTRs that were used, and payouts in no file. Bank files repeat rows of the day, so known
 * rows are only counted. These are rows about a payout that was paid with the same UTR, and about a transfer that is known to have
 * failed or come back. What the bank says later than the ordinary course is taken: paid after a failure, or once more with another
 * UTR. Then a failure counts by the UTR of its transfer only.
 */
export async function takeBankReply(
  shop: Shop,
  csv: string,
): Promise<{ paid: number; failed: number; known: number }> {
  const sha256 = createHash('sha256').update(csv).digest('hex')
  const before = await findBankReply(shop.db, sha256)
  if (before) throw takenBefore(before.createdAt)
  const read = readBankReply(csv)
  if ('refused' in read) throw new Refusal('invalid', read.refused, { fields: { csv: read.refused } })
  return shop.db.transaction(async (tx) => {
    const payouts = new Map(
      (
        await lockPayoutsByNumber(
          tx,
          read.rows.map(({ number }) => number),
        )
      ).map((payout) => [payout.number, payout]),
    )
    // The same file may have been imported while this one waited for the payouts.
    if (await findBankReply(tx, sha256)) throw takenBefore(undefined)
    await requireAsAsked(tx)
    const known = await knownTransfers(tx, read.rows, payouts)
    const problems = [...read.problems, ...wrongRows(read.rows, payouts, known)]
    if (problems.length > 0) throw refuseRows(problems)
    const fresh = read.rows.filter((row) => !isKnown(row, payouts.get(row.number), known))
    const paid = fresh.filter((row) => row.paid)
    const failed = fresh.filter((row) => !row.paid)
    if (!(await insertBankReply(tx, { sha256, paid: paid.length, failed: failed.length })))
      throw takenBefore(undefined)
    for (const { number, utr } of paid) await settlePaid(shop, tx, payouts.get(number)!, { utr })
    for (const row of failed) await takeFailure(shop, tx, row, payouts.get(row.number)!)
    await record(tx, 'bank-reply-taken', {
      target: { kind: 'settlement', id: null, name: sha256.slice(0, 12) },
      note: `${paid.length} paid, ${failed.length} failed`,
    })
    return { paid: paid.length, failed: failed.length, known: read.rows.length - fresh.length }
  })
}

/** How the reply's rows would be taken now. Refuses as `takeBankReply` does. */
export async function judgeReply(
  tx: Tx,
  csv: string,
): Promise<{ rows: BankReplyRow[]; isKnown: (row: BankReplyRow) => boolean; known: KnownTransfers }> {
  const before = await findBankReply(tx, createHash('sha256').update(csv).digest('hex'))
  if (before) throw takenBefore(before.createdAt)
  const read = readBankReply(csv)
  if ('refused' in read) throw new Refusal('invalid', read.refused, { fields: { csv: read.refused } })
  const { rows } = read
  const found = await findPayoutsByNumber(
    tx,
    rows.map(({ number }) => number),
  )
  const payouts = new Map(found.map((payout) => [payout.number, payout]))
  const known = await knownTransfers(tx, rows, payouts)
  const problems = [...read.problems, ...wrongRows(rows, payouts, known)]
  if (problems.length > 0) throw refuseRows(problems)
  return { rows, isKnown: (row) => isKnown(row, payouts.get(row.number), known), known }
}

/** The bank took a payout back: the transfer that the row names, or the one that the payout names. */
export async function takeFailure(shop: Shop, tx: Tx, row: BankReplyRow, payout: PayoutRow): Promise<void> {
  const extra = row.utr ? await findExtraTransfer(tx, payout.id, row.utr) : undefined
  if (extra) await settleExtra(shop, tx, payout, row.utr, { paise: extra.paise, backPaise: extra.paise })
  else await settleFailed(shop, tx, payout, `The bank's reply says: ${row.status}.`)
}

interface KnownTransfers {
  /** What these rows' UTRs stand for already, by UTR. */
  used: ReadonlyMap<string, UtrUse>
  /** What the seller has of further transfers of a payout, by its id; none where there never was one. */
  extraPaise: ReadonlyMap<string, number>
}

async function knownTransfers(
  tx: Tx,
  rows: readonly BankReplyRow[],
  payouts: ReadonlyMap<number, PayoutRow>,
): Promise<KnownTransfers> {
  const utrs = rows.map(({ utr }) => utr).filter(Boolean)
  const extras = await extraPaiseOf(
    tx,
    [...payouts.values()].map(({ id }) => id),
  )
  return {
    used: new Map((await usesOfUtrs(tx, utrs)).map((user) => [user.utr, user])),
    extraPaise: new Map(extras.map(({ payoutId, paise }) => [payoutId, paise])),
  }
}

/** Whether the transfer that the row means is known to have paid the payout, whatever followed, or to have failed or come back. */
function isKnown(
  { number, utr, paid }: BankReplyRow,
  payout: PayoutRow | undefined,
  { used, extraPaise }: KnownTransfers,
): boolean {
  if (payout?.method !== 'bank') return false
  const user = used.get(utr)
  const isNamed = user?.number === number
  if (paid) return isNamed
  if (isNamed && payout.utr !== utr) return user.cameBack
  const isOver = payout.state === 'failed' || payout.state === 'returned'
  return isOver && (isNamed || !extraPaise.get(payout.id))
}

/** Whether a failure without a known UTR may be one of before, or of another transfer than the one that the seller has. */
const isAmbiguous = ({ id, state, failedBefore }: PayoutRow, { extraPaise }: KnownTransfers): boolean =>
  state === 'paid' ? failedBefore || extraPaise.has(id) : Boolean(extraPaise.get(id))

function wrongRows(
  rows: readonly BankReplyRow[],
  payouts: ReadonlyMap<number, PayoutRow>,
  known: KnownTransfers,
): RowProblem[] {
  return rows.flatMap((row) => {
    const text = wrongRow(row, payouts.get(row.number), known)
    return text ? [{ line: row.line, text }] : []
  })
}

function wrongRow(row: BankReplyRow, payout: PayoutRow | undefined, known: KnownTransfers): string | null {
  const { number, utr, paise, paid } = row
  const usedBy = known.used.get(utr)?.number
  if (!payout) return `There is no payout ${bankReference(number)}.`
  if (payout.paise !== paise)
    return `Payout ${bankReference(number)} is ${(payout.paise / 100).toFixed(2)} rupees, not ${(paise / 100).toFixed(2)}.`
  if (usedBy !== undefined && usedBy !== number) return usedUtrWords({ utr, number: usedBy })
  if (isKnown(row, payout, known)) return null
  if (payout.state === 'ready') return `Payout ${bankReference(number)} is in no bank file yet.`
  if (!paid && usedBy === undefined && isAmbiguous(payout, known))
    return `Payout ${bankReference(number)} was sent more than once. Write the UTR of the payment that came back, or take this row out if it is the failure of before.`
  if (!paid) return usedBy === number ? null : failedRefusal(payout)
  return paidRefusal(payout)
}

export function refuseRows(problems: readonly RowProblem[]): Refusal {
  const shown = problems.toSorted((a, b) => a.line - b.line).slice(0, problemsShown)
  const count = problems.length === 1 ? 'One row' : `${problems.length} rows`
  return new Refusal('invalid', `${count} cannot be taken over, so nothing was changed.`, {
    fields: Object.fromEntries(shown.map(({ line, text }) => [`line ${line}`, text])),
  })
}

/** The same judgement of single rows, for a held shop. `wrong` is why a row is refused; null where it is taken, or known. */
export interface Judge {
  wrong: (row: BankReplyRow, payout: PayoutRow) => string | null
  isKnown: (row: BankReplyRow, payout: PayoutRow) => boolean
  /** What a UTR stands for already. */
  usedBy: (utr: string) => UtrUse | undefined
}

export async function judgeOf(
  tx: Tx,
  rows: readonly BankReplyRow[],
  payouts: ReadonlyMap<number, PayoutRow>,
): Promise<Judge> {
  const known = await knownTransfers(tx, rows, payouts)
  return {
    wrong: (row, payout) => wrongRow(row, payout, known),
    isKnown: (row, payout) => isKnown(row, payout, known),
    usedBy: (utr) => known.used.get(utr),
  }
}
