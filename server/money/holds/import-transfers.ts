/** The bank's transfers since the backup, from its reply or its statement: they are not made again. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { readShortCsv } from '../../platform/read-csv.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type CallFacts, requireAsAsked } from '../../platform/second-person.ts'
import type { Shop } from '../../platform/shop.ts'
import { type Judge, judgeOf, refuseRows, takeFailure } from '../settlements/bank-reply.ts'
import { type BankReplyRow, readBankReply, type RowProblem } from '../settlements/bank-reply-rules.ts'
import { settlePaid, usedUtrWords } from '../settlements/pay.ts'
import { linesOfReply } from '../settlements/payout-facts.ts'
import {
  describePayoutsByNumber,
  lockPayoutsByNumber,
  type PayoutRow,
  versionOfPayouts,
} from '../settlements/payout-queries.ts'
import { usesOfUtrs } from '../settlements/transfer-queries.ts'
import { bankReference } from '../settlements/present.ts'
import { adoptPayout } from './adopt-payout.ts'
import { asAdopting } from '../../platform/hold/adopting.ts'
import { requireHold } from './hold-shop.ts'
import {
  continuePayoutNumbers,
  findHold,
  findPayees,
  type HoldRow,
  lockHold,
  lostNumbers,
  saveFinding,
} from './queries.ts'

const sellerColumn = /^(?:seller|e-?mail|beneficiary e-?mail|gst(?:in)?|gst number)$/

/**
 * Takes over what the bank did with payouts. A row of one that the backup has is taken as from any reply, whether or not the backup
 * has its bank file; any other is a payout of a lost run to the seller whom it names. References go on behind the highest. Each row
 * is taken, known with the same payout, amount and seller, or refused, and with one of them all. Refuses: conflict where the shop
 * is not held; invalid, with the line of each wrong row.
 */
export async function importTransfers(shop: Shop, csv: string): Promise<{ adopted: number; known: number }> {
  const read = readBankReply(csv)
  if ('refused' in read) throw new Refusal('invalid', read.refused, { fields: { csv: read.refused } })
  const sellerOf = readSellers(csv)
  const { rows } = read
  return asAdopting(shop).db.transaction(async (tx) => {
    const hold = requireHold(await lockHold(tx))
    const numbers = rows.map(({ number }) => number)
    const payouts = new Map((await lockPayoutsByNumber(tx, numbers)).map((payout) => [payout.number, payout]))
    await requireAsAsked(tx)
    const judge = await judgeOf(tx, rows, payouts)
    const taken = await lostNumbers(tx, hold.id)
    const sellers = await findPayees(tx, [...new Set(sellerOf.values())])
    const problems = [...read.problems]
    let known = 0
    const lost: { row: BankReplyRow; sellerId: string | null }[] = []
    const ours: { row: BankReplyRow; payout: PayoutRow }[] = []
    for (const row of rows) {
      const name = sellerOf.get(row.line) ?? ''
      const named = sellers.filter(
        ({ email, gstin }) => email === name.toLowerCase() || gstin === name.toUpperCase(),
      )
      const sellerId = named.length === 1 ? named[0]?.id : undefined
      const payout = payouts.get(row.number)
      const problem = payout
        ? wrongOfOurs(judge, row, payout, name === '' ? payout.sellerId : sellerId, taken)
        : wrongOfLost(judge, row, sellerId, taken)
      if (problem !== null) problems.push({ line: row.line, text: problem } satisfies RowProblem)
      else if (payout ? judge.isKnown(row, payout) : taken.has(row.number)) known += 1
      else if (payout) ours.push({ row, payout })
      else lost.push({ row, sellerId: row.paid ? (sellerId ?? null) : null })
    }
    if (problems.length > 0) throw refuseRows(problems)
    await continuePayoutNumbers(tx, Math.max(0, ...numbers))
    for (const { row, payout } of ours) {
      if (row.paid) await settlePaid(shop, tx, payout, { utr: row.utr })
      else await takeFailure(shop, tx, row, payout)
      await found(tx, hold, row, 'adopted')
    }
    for (const { row, sellerId } of lost) {
      const { number, utr, paise } = row
      const note = `${bankReference(number)} of a run after the backup that was restored.`
      if (sellerId !== null)
        await adoptPayout(tx, hold, { sellerId, paise, reference: { utr, number }, note })
      await found(tx, hold, row, sellerId === null ? 'no-money' : 'adopted', number)
    }
    const adopted = ours.length + lost.length
    await record(tx, 'hold-entered', {
      target: { kind: 'hold', id: hold.id, name: 'transfers of the bank' },
      note: `${adopted} adopted, ${known} known`,
    })
    return { adopted, known }
  })
}

/** Why a row of a payout that is here is refused; null where it is taken, or known. */
function wrongOfOurs(
  { wrong, isKnown }: Judge,
  row: BankReplyRow,
  payout: PayoutRow,
  sellerId: string | undefined,
  taken: ReadonlySet<number>,
): string | null {
  if (sellerId !== payout.sellerId) return `${bankReference(row.number)} is a payout of another seller.`
  // The bank has had it, though the backup may lack its file.
  const told = payout.state === 'ready' ? ({ ...payout, state: 'in-file' } as const) : payout
  const problem = wrong(row, told)
  if (problem !== null || isKnown(row, payout)) return problem
  return row.paid && taken.has(row.number)
    ? `${bankReference(row.number)} was taken over already, with another UTR: correct the UTR, or leave the row out.`
    : null
}

/** The same of a payout that the backup lacks. */
function wrongOfLost(
  { usedBy }: Judge,
  { number, utr, paid, paise }: BankReplyRow,
  sellerId: string | undefined,
  taken: ReadonlySet<number>,
): string | null {
  const by = usedBy(utr)
  if (by) return usedUtrWords({ utr, number: by.number })
  if (!paid) return null
  const name = bankReference(number)
  if (sellerId === undefined)
    return `The backup does not know ${name}: name the seller by e-mail or GST number in a column "seller".`
  if (taken.has(number))
    return `${name} failed or came back, by a file that was taken over: leave the row out.`
  return paise < 100 ? 'A payout is at least one rupee.' : null
}

async function found(
  tx: Tx,
  hold: HoldRow,
  { number, utr, paise, paid }: BankReplyRow,
  outcome: 'adopted' | 'no-money',
  lostNumber?: number,
): Promise<void> {
  const [amount, name] = [formatAmount(rupees(paise)), bankReference(number)]
  await saveFinding(tx, hold.id, {
    subject: 'bank',
    reference: utr || name,
    outcome,
    paise,
    text: paid ? `The bank paid ${amount} as ${name}.` : `${name} of ${amount} failed, or came back.`,
    lostNumber,
  })
}

/**
 * For a second administrator: to whom how much went that the backup does not know. Refuses: conflict where the shop is not held;
 * invalid for a file that is no reply.
 */
export async function transferFacts(tx: Tx, csv: string): Promise<CallFacts> {
  const hold = requireHold(await findHold(tx))
  const read = readBankReply(csv)
  if ('refused' in read) throw new Refusal('invalid', read.refused, { fields: { csv: read.refused } })
  const { rows } = read
  const sellerOf = readSellers(csv)
  const numbers = rows.map(({ number }) => number)
  const payouts = await describePayoutsByNumber(tx, numbers)
  const byNumber = new Map(payouts.map((payout) => [payout.number, payout]))
  const used = await usesOfUtrs(
    tx,
    rows.map(({ utr }) => utr),
  )
  const sums = new Map<string, number>()
  for (const { line, paid, paise } of rows) {
    const seller = sellerOf.get(line)
    if (paid && seller !== undefined) sums.set(seller, (sums.get(seller) ?? 0) + paise)
  }
  return {
    lines: [
      ...linesOfReply(rows, byNumber, ({ number, utr }) => byNumber.get(number)?.utr === utr),
      ...[...sums].map(([seller, paise]) => ({ label: `To ${seller}`, value: formatAmount(rupees(paise)) })),
    ],
    version: [
      hold.id,
      ...(await versionOfPayouts(
        tx,
        payouts.map(({ id }) => id),
      )),
      used,
      [...(await lostNumbers(tx, hold.id))]
        .filter((number) => numbers.includes(number))
        .toSorted((a, b) => a - b),
      await findPayees(tx, [...new Set(sellerOf.values())]),
    ],
  }
}

/** The seller of each line that names one. */
function readSellers(csv: string): Map<number, string> {
  const [heading = [], ...body] = readShortCsv(csv) ?? []
  const at = heading.findIndex((name) => sellerColumn.test(name.trim().toLowerCase()))
  return new Map(
    body.flatMap((cells, i) => {
      const name = (cells[at] ?? '').trim().replace(/^'/, '')
      return name === '' ? [] : [[i + 2, name] as const]
    }),
  )
}
