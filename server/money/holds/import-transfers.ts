/** The bank's transfers since the backup, from its reply or its statement: they are not made again. */
import type { Fact } from '../../../contract/approvals.ts'
import { formatAmount, rupees } from '../../../contract/money.ts'
import { record } from '../../people/audit/record.ts'
import type { Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { refuseRows } from '../settlements/bank-reply.ts'
import {
  type BankReplyRow,
  readBankReply,
  readCsv,
  type RowProblem,
} from '../settlements/bank-reply-rules.ts'
import { paidRefusal, settlePaid, usedUtrWords } from '../settlements/pay.ts'
import { bankReplyFacts } from '../settlements/payout-facts.ts'
import { lockPayoutsByNumber, type PayoutRow } from '../settlements/payout-queries.ts'
import { usesOfUtrs } from '../settlements/transfer-queries.ts'
import { bankReference } from '../settlements/present.ts'
import { adoptPayout } from './adopt-payout.ts'
import { asAdopting } from '../../platform/hold/adopting.ts'
import { requireHold } from './hold-shop.ts'
import {
  continuePayoutNumbers,
  findPayees,
  type HoldRow,
  lockHold,
  lostNumbers,
  saveFinding,
} from './queries.ts'

const sellerColumn = /^(?:seller|e-?mail|beneficiary e-?mail|gst(?:in)?|gst number)$/

/**
 * Takes over the transfers that the bank made. One of a payout that the backup has pays it; any other is a payout of a lost run to
 * the seller whom its row names. References go on behind the highest. All rows or none. Refuses: conflict where the shop is not
 * held; invalid, with the line of each wrong row.
 */
export async function importTransfers(shop: Shop, csv: string): Promise<{ adopted: number; known: number }> {
  const read = readBankReply(csv)
  if ('refused' in read) throw new Refusal('invalid', read.refused, { fields: { csv: read.refused } })
  const sellerOf = readSellers(csv)
  const paid = read.rows.filter((row) => row.paid)
  return asAdopting(shop).db.transaction(async (tx) => {
    const hold = requireHold(await lockHold(tx))
    const payouts = new Map(
      (
        await lockPayoutsByNumber(
          tx,
          paid.map(({ number }) => number),
        )
      ).map((payout) => [payout.number, payout]),
    )
    const used = new Map(
      (
        await usesOfUtrs(
          tx,
          paid.map(({ utr }) => utr),
        )
      ).map(({ utr, number }) => [utr, number]),
    )
    const taken = await lostNumbers(tx, hold.id)
    const sellers = await findPayees(tx, [...new Set(sellerOf.values())])
    const problems = [...read.problems]
    let known = 0
    const lost: { row: BankReplyRow; sellerId: string }[] = []
    const ours: { row: BankReplyRow; payout: PayoutRow }[] = []
    for (const row of paid) {
      const payout = payouts.get(row.number)
      const usedBy = used.get(row.utr)
      const name = sellerOf.get(row.line) ?? ''
      const [seller, other] = sellers.filter(
        ({ email, gstin }) => email === name.toLowerCase() || gstin === name.toUpperCase(),
      )
      const add = (text: string) => problems.push({ line: row.line, text } satisfies RowProblem)
      if (payout?.utr === row.utr && payout.paise === row.paise) known += 1
      else if (
        typeof usedBy === 'number' &&
        (!payout || (usedBy === row.number && payout.paise === row.paise))
      )
        known += 1
      else if (usedBy !== undefined) add(usedUtrWords({ utr: row.utr, number: usedBy }))
      else if (payout) {
        const refused = payout.paise === row.paise ? paidRefusal(payout) : 'Its amount is another one here.'
        if (refused) add(refused)
        else ours.push({ row, payout })
      } else if (!seller || other)
        add(
          `The backup does not know ${bankReference(row.number)}: name the seller by e-mail or GST number in a column "seller".`,
        )
      else if (taken.has(row.number))
        add(
          `${bankReference(row.number)} was taken over already, with another UTR: correct the UTR, or leave the row out.`,
        )
      else if (row.paise < 100) add('A payout is at least one rupee.')
      else {
        taken.add(row.number)
        lost.push({ row, sellerId: seller.id })
      }
    }
    if (problems.length > 0) throw refuseRows(problems)
    await continuePayoutNumbers(tx, Math.max(0, ...read.rows.map(({ number }) => number)))
    for (const { row, payout } of ours) {
      await settlePaid(shop, tx, payout, { utr: row.utr })
      await found(tx, hold, row)
    }
    for (const { row, sellerId } of lost) {
      const note = `${bankReference(row.number)} of a run after the backup that was restored.`
      await adoptPayout(tx, hold, { sellerId, paise: row.paise, reference: { utr: row.utr }, note })
      await found(tx, hold, row, row.number)
    }
    const adopted = ours.length + lost.length
    await record(tx, 'hold-entered', {
      target: { kind: 'hold', id: hold.id, name: 'transfers of the bank' },
      note: `${adopted} adopted, ${known} known`,
    })
    return { adopted, known }
  })
}

async function found(
  tx: Tx,
  hold: HoldRow,
  { number, utr, paise }: BankReplyRow,
  lostNumber?: number,
): Promise<void> {
  await saveFinding(tx, hold.id, {
    subject: 'bank',
    reference: utr,
    outcome: 'adopted',
    paise,
    text: `The bank paid ${formatAmount(rupees(paise))} as ${bankReference(number)}.`,
    lostNumber,
  })
}

/** For a second administrator: to whom how much goes that the backup does not know. Refuses as `bankReplyFacts` does. */
export function transferFacts(csv: string): Fact[] {
  const facts = bankReplyFacts(csv)
  const read = readBankReply(csv)
  const sellerOf = readSellers(csv)
  const sums = new Map<string, number>()
  for (const { line, paid, paise } of 'rows' in read ? read.rows : []) {
    const seller = sellerOf.get(line)
    if (paid && seller !== undefined) sums.set(seller, (sums.get(seller) ?? 0) + paise)
  }
  return [
    ...facts,
    ...[...sums].map(([seller, paise]) => ({ label: `To ${seller}`, value: formatAmount(rupees(paise)) })),
  ]
}

/** The seller of each line that names one. */
function readSellers(csv: string): Map<number, string> {
  const [heading = [], ...body] = readCsv(csv.replace(/^\uFEFF/, '')) ?? []
  const at = heading.findIndex((name) => sellerColumn.test(name.trim().toLowerCase()))
  return new Map(
    body.flatMap((cells, i) => {
      const name = (cells[at] ?? '').trim().replace(/^'/, '')
      return name === '' ? [] : [[i + 2, name] as const]
    }),
  )
}
