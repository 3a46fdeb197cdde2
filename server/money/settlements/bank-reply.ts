/** Imports the bank's reply to a bank file: all rows in one transaction, or none. */
import { createHash } from 'node:crypto'
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { type BankReplyRow, readBankReply, type RowProblem } from './bank-reply-rules.ts'
import { failedRefusal, paidRefusal, settleExtra, settleFailed, settlePaid, usedUtrWords } from './pay.ts'
import { lockPayoutsByNumber, type PayoutRow } from './payout-queries.ts'
import { findBankReply, insertBankReply } from './bank-file-queries.ts'
import { findExtraTransfer, type UtrUse, usesOfUtrs } from './transfer-queries.ts'
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
 * rows are only counted. These are rows about a payout that was paid with the same UTR, and about a failure that was imported
 * before. What the bank says later than the ordinary course is taken: paid after a failure, or once more with another UTR.
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
    const used = await usersOf(tx, read.rows)
    const problems = [...read.problems, ...wrongRows(read.rows, payouts, used)]
    if (problems.length > 0) throw refuseRows(problems)
    const fresh = read.rows.filter((row) => !isKnown(row, payouts.get(row.number), used))
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

/** The bank took a payout back: the transfer that the row names, or the one that the payout names. */
async function takeFailure(shop: Shop, tx: Tx, row: BankReplyRow, payout: PayoutRow): Promise<void> {
  const extra = row.utr ? await findExtraTransfer(tx, payout.id, row.utr) : undefined
  if (extra) await settleExtra(shop, tx, payout, row.utr, { paise: extra.paise, backPaise: extra.paise })
  else await settleFailed(shop, tx, payout, `The bank's reply says: ${row.status}.`)
}

type UsedUtrs = ReadonlyMap<string, UtrUse>

/** What these rows' UTRs stand for already, by UTR. */
async function usersOf(tx: Tx, rows: readonly BankReplyRow[]): Promise<UsedUtrs> {
  const utrs = rows.map(({ utr }) => utr).filter(Boolean)
  return new Map((await usesOfUtrs(tx, utrs)).map((user) => [user.utr, user]))
}

/** Whether the row is known already: the payout was paid with this UTR, whatever followed, or it failed or came back. */
function isKnown(
  { number, utr, paid }: BankReplyRow,
  payout: PayoutRow | undefined,
  used: UsedUtrs,
): boolean {
  if (payout?.method !== 'bank') return false
  const user = used.get(utr)
  if (paid) return user?.number === number
  if (user?.number === number && payout.utr !== utr) return user.cameBack
  return payout.state === 'failed' || payout.state === 'returned'
}

function wrongRows(
  rows: readonly BankReplyRow[],
  payouts: ReadonlyMap<number, PayoutRow>,
  used: UsedUtrs,
): RowProblem[] {
  return rows.flatMap((row) => {
    const text = wrongRow(row, payouts.get(row.number), used)
    return text ? [{ line: row.line, text }] : []
  })
}

function wrongRow(row: BankReplyRow, payout: PayoutRow | undefined, used: UsedUtrs): string | null {
  const { number, utr, paise, paid } = row
  const usedBy = used.get(utr)?.number
  if (!payout) return `There is no payout ${bankReference(number)}.`
  if (payout.paise !== paise)
    return `Payout ${bankReference(number)} is ${(payout.paise / 100).toFixed(2)} rupees, not ${(paise / 100).toFixed(2)}.`
  if (isKnown(row, payout, used)) return null
  if (payout.state === 'ready') return `Payout ${bankReference(number)} is in no bank file yet.`
  // Files repeat rows: without the UTR, this may be the failure of before.
  if (!paid && payout.state === 'paid' && payout.failedBefore && utr === '' && row.status !== 'returned')
    return `Payout ${bankReference(number)} was paid after it had failed. If that came back, too, write its UTR, or "returned".`
  if (!paid) return usedBy === number ? null : failedRefusal(payout)
  if (usedBy !== undefined && usedBy !== number) return usedUtrWords({ utr, number: usedBy })
  return paidRefusal(payout)
}

export function refuseRows(problems: readonly RowProblem[]): Refusal {
  const shown = problems.toSorted((a, b) => a.line - b.line).slice(0, problemsShown)
  const count = problems.length === 1 ? 'One row' : `${problems.length} rows`
  return new Refusal('invalid', `${count} cannot be taken over, so nothing was changed.`, {
    fields: Object.fromEntries(shown.map(({ line, text }) => [`line ${line}`, text])),
  })
}
