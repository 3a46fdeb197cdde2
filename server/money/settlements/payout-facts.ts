/** What a second administrator has to know about payouts before they confirm a call. */
import type { Fact } from '../../../contract/approvals.ts'
import { formatAmount, rupees } from '../../../contract/money.ts'
import { indianTime } from '../../platform/calendar.ts'
import type { Tx } from '../../platform/db/client.ts'
import { notFound } from '../../platform/refusal.ts'
import type { CallFacts } from '../../platform/second-person.ts'
import { judgeReply } from './bank-reply.ts'
import type { BankReplyRow } from './bank-reply-rules.ts'
import {
  type DescribedPayoutRow,
  describePayoutsBeside,
  describePayoutsByNumber,
  presentAccount,
  versionOfPayouts,
} from './payout-queries.ts'
import { bankReference } from './present.ts'

const amountOf = (paise: number) => formatAmount(rupees(paise))

/** What has become of it so far. */
function stateInWords({ state, utr, transferId, note, paidAt }: DescribedPayoutRow): string {
  const paid = `${paidAt ? ` on ${indianTime(paidAt)}` : ''}, ${utr ? `UTR ${utr}` : (transferId ?? '')}`
  const words = {
    ready: 'waits for a bank file',
    'in-file': 'in a bank file',
    sending: 'on its way by the payment provider',
    paid: `PAID${paid}${note ? ` (before: ${note})` : ''}`,
    failed: `failed: ${note ?? ''}`,
    returned: `came back after it was paid${paid}: ${note ?? ''}`,
  }
  return words[state]
}

const sellerInWords = ({ company, email, suspended }: DescribedPayoutRow) =>
  `${company}, ${email}${suspended ? ', SUSPENDED' : ''}`

/** `asked` says what is asked for. Refuses: not-found. */
export async function payoutFacts(tx: Tx, id: string, asked: Fact): Promise<CallFacts> {
  const rows = await describePayoutsBeside(tx, id)
  const row = rows.find((one) => one.id === id)
  if (!row) throw notFound('There is no such payout.')
  return {
    lines: [
      { label: 'Seller', value: sellerInWords(row) },
      { label: 'Payout', value: `${amountOf(row.paise)}, ${bankReference(row.number)}` },
      { label: 'Now', value: stateInWords(row) },
      ...rows
        .filter((one) => one !== row)
        .map((one) => ({
          label: `For the same money: ${bankReference(one.number)}`,
          value: `${amountOf(one.paise)}, ${stateInWords(one)}`,
        })),
      asked,
    ],
    version: [...(await versionOfPayouts(tx, [id])), row.suspended],
  }
}

/** The same for a new payout, which goes to the seller's present account. Refuses: not-found. */
export async function payAgainFacts(tx: Tx, id: string, method: 'route' | 'bank'): Promise<CallFacts> {
  const way = { label: 'Way', value: method === 'bank' ? 'Bank file' : 'Route' }
  const { lines, version } = await payoutFacts(tx, id, way)
  const [payout] = await describePayoutsBeside(tx, id)
  if (!payout) throw notFound('There is no such payout.')
  const { holder, last4, ifsc, held, payeeId } = await presentAccount(tx, payout.sellerId)
  const account = `${holder}, …${last4}, ${ifsc}${held ? '; payouts wait after a change, or are stopped' : ''}`
  return { lines: [...lines, { label: 'Account', value: account }], version: [...version, payeeId, held] }
}

/** Of the usual rows, the first ones stand there one by one. */
const usualShown = 20

/**
 * The sums of a reply, and its rows: all that are anything but the payment of a payout in a bank file to a seller who is not
 * suspended, and the first ones of the others. The rest is in the file (`approvalFile`).
 */
export function linesOfReply(
  rows: readonly BankReplyRow[],
  payouts: ReadonlyMap<number, DescribedPayoutRow>,
  isKnown: (row: BankReplyRow) => boolean,
): Fact[] {
  const sum = (some: readonly BankReplyRow[]) =>
    `${some.length} of ${amountOf(some.reduce((total, { paise }) => total + paise, 0))} together`
  const fresh = rows.filter((row) => !isKnown(row))
  const isUsual = ({ number, paid }: BankReplyRow) => {
    const payout = payouts.get(number)
    return paid && payout?.state === 'in-file' && !payout.suspended
  }
  const usual = fresh.filter(isUsual)
  return [
    { label: 'Paid', value: sum(fresh.filter(({ paid }) => paid)) },
    { label: 'Failed', value: sum(fresh.filter(({ paid, status }) => !paid && status !== 'returned')) },
    { label: 'Returned', value: sum(fresh.filter(({ status }) => status === 'returned')) },
    { label: 'Known before', value: sum(rows.filter(isKnown)) },
    ...[...fresh.filter((row) => !isUsual(row)), ...usual.slice(0, usualShown)].map((row) => ({
      label: bankReference(row.number),
      value: rowInWords(row, payouts.get(row.number), isUsual(row)),
    })),
    ...(usual.length > usualShown
      ? [{ label: 'And', value: `${usual.length - usualShown} more that are paid as their bank file says` }]
      : []),
  ]
}

function rowInWords(
  { paise, paid, status, utr }: BankReplyRow,
  payout: DescribedPayoutRow | undefined,
  isUsual: boolean,
): string {
  const what = `${amountOf(paise)} ${paid ? 'paid' : status.toUpperCase()}${utr ? `, UTR ${utr}` : ''}`
  if (isUsual) return what
  return `${what}. ${payout ? `${sellerInWords(payout)}; here: ${stateInWords(payout)}` : 'Not known here'}`
}

/** Refuses as taking the reply over would. */
export async function bankReplyFacts(tx: Tx, csv: string): Promise<CallFacts> {
  const { rows, isKnown, known } = await judgeReply(tx, csv)
  const payouts = await describePayoutsByNumber(
    tx,
    rows.map(({ number }) => number),
  )
  return {
    lines: linesOfReply(rows, new Map(payouts.map((payout) => [payout.number, payout])), isKnown),
    version: [
      ...(await versionOfPayouts(
        tx,
        payouts.map(({ id }) => id),
      )),
      payouts.map(({ suspended }) => suspended),
      rows.filter(isKnown).map(({ line }) => line),
      [...known.used],
      [...known.extraPaise],
    ],
  }
}
