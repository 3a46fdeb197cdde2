/** What each event of a purchase writes into the ledger (docs/money.md, "Events"): every account, sign and reference. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy } from '../../../tests/setup/buying.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  type LedgerRefund,
  recordCapture,
  recordCoveredRefund,
  recordRefundChange,
  recordRefundPaidTwice,
} from './payment-entries.ts'
import { recordPayout, recordPayoutReturn } from './payout-entries.ts'
import { reversePayments, reversePayouts } from './reverse-payments.ts'
import { recordGoodwill, recordReversalEntry, recordSaleEntry } from './sale-entries.ts'

let shop: TestShop
let sellerId: string
let otherSeller: string
/** Of an order that waits for its parcel. */
let orderId: string
beforeAll(async () => {
  shop = await startTestShop()
  const bought = await buy(shop, await customerWithCart(shop, [await addProduct(shop)]))
  await buy(shop, await customerWithCart(shop, [await addProduct(shop)]))
  orderId = bought.body[0].id
  sellerId = (await addSeller(shop)).id
  otherSeller = (await addSeller(shop)).id
})
afterAll(() => shop.stop())

const undone = new Error('undone')
const past = new Date('2026-04-01T10:00:00Z')

interface Entry {
  key: string
  kind: string
  paymentId: string | null
  refundId: string | null
  orderId: string | null
  isPast: boolean
  /** Accounts and paise, in their order. */
  postings: string
}

/** What `work` writes, before it is rolled back. Sellers' lines name the account only. */
async function written(work: (tx: Tx) => Promise<unknown>): Promise<Entry[]> {
  let entries: Entry[] = []
  const attempt = shop.db.transaction(async (tx) => {
    const [before] = await tx.query<{ id: number }>(
      sql`select coalesce(max(id), 0)::int as id from journal_entry`,
    )
    await work(tx)
    entries = await tx.query<Entry>(sql`
      select e.key, e.kind, e.payment_id as "paymentId", e.refund_id as "refundId", e.order_id as "orderId",
        e.happened_at = ${past} as "isPast",
        (select string_agg(account || ' ' || amount_paise, ', ' order by line_no) from posting where entry_id = e.id) as postings
      from journal_entry e where e.id > ${before?.id ?? 0} order by e.id`)
    throw undone
  })
  await expect(attempt).rejects.toBe(undone)
  return entries
}

const inAnyOrder = (postings = '') => new Set(postings.split(', '))
const nothing = { paymentId: null, refundId: null, orderId: null, isPast: false }
const paymentId = 'pay_1'

describe('a payment and its refunds', () => {
  const refundId = newId()
  const decided = (): LedgerRefund => ({
    id: refundId,
    paymentId,
    orderId,
    amountPaise: 500,
    reason: 'cancelled',
    state: 'scheduled',
    byHand: false,
    providerRefundId: null,
  })
  const about = () => ({ ...nothing, kind: 'refund', paymentId, refundId, orderId })
  const key = (rest: string) => `refund:${refundId}:${rest}`

  test.each([undefined, past])('captured money is owed to the buyer, now or in the past: %s', async (at) => {
    expect(await written((tx) => recordCapture(tx, { id: paymentId, amountPaise: 700 }, at))).toEqual([
      {
        ...nothing,
        key: 'payment:pay_1',
        kind: 'payment-captured',
        paymentId,
        isPast: at !== undefined,
        postings: 'provider 700, buyer -700',
      },
    ])
  })

  test('a decided refund is owed to the provider instead', async () => {
    expect(await written((tx) => recordRefundChange(tx, null, decided()))).toEqual([
      {
        ...about(),
        key: key('scheduled:-'),
        postings: 'buyer 500, refunds -500',
      },
    ])
    expect(
      await written((tx) => recordRefundChange(tx, null, { ...decided(), orderId: null }, past)),
    ).toMatchObject([{ orderId: null, isPast: true }])
  })

  test('one that nobody asked for is the expense of the shop', async () => {
    const found = { ...decided(), reason: 'at-provider', state: 'processed', providerRefundId: 'r1' } as const
    expect(await written((tx) => recordRefundChange(tx, null, found))).toEqual([
      {
        ...about(),
        key: key('processed:r1'),
        postings: 'claims 500, provider -500',
      },
    ])
  })

  test.each<[string, Partial<LedgerRefund>, Partial<LedgerRefund>, string, Entry['postings']]>([
    [
      'processed',
      { state: 'accepted' },
      { state: 'processed', providerRefundId: 'r1' },
      'processed:r1',
      'refunds 500, provider -500',
    ],
    [
      'paid by hand',
      { state: 'failed' },
      { state: 'processed', byHand: true },
      'by-hand:-',
      'refunds 500, bank -500',
    ],
    ['replaced', {}, { state: 'replaced' }, 'replaced:-', 'buyer -500, refunds 500'],
    [
      'failed after it was processed',
      { state: 'processed', providerRefundId: 'r1' },
      { state: 'failed', providerRefundId: 'r1' },
      'failed:r1',
      'provider 500, refunds -500',
    ],
  ])('a change writes the difference: %s', async (_, before, after, rest, postings) => {
    const change = (tx: Tx) => recordRefundChange(tx, { ...decided(), ...before }, { ...decided(), ...after })
    const [entry, ...more] = await written(change)
    expect(more).toEqual([])
    expect(entry).toMatchObject({ ...about(), key: key(rest) })
    expect(inAnyOrder(entry?.postings)).toEqual(inAnyOrder(postings))
  })

  test('a change that moves no money writes nothing', async () => {
    const accepted = { ...decided(), state: 'accepted', providerRefundId: 'r1' } as const
    expect(await written((tx) => recordRefundChange(tx, decided(), accepted))).toEqual([])
  })

  test('money that went back twice, and money that went back before the refund was decided', async () => {
    expect(await written((tx) => recordRefundPaidTwice(tx, decided(), 'r1'))).toEqual([
      {
        ...about(),
        orderId: null,
        key: 'refund-paid-twice:r1',
        kind: 'refund-paid-twice',
        postings: 'claims 500, provider -500',
      },
    ])
    const covered = { key: 'one', paymentId, orderId, amountPaise: 50 }
    expect(
      await written(async (tx) => {
        await recordCoveredRefund(tx, covered)
        await recordCoveredRefund(tx, { ...covered, key: 'whole', orderId: null })
      }),
    ).toMatchObject([
      {
        key: 'covered:one',
        kind: 'refund-covered',
        paymentId,
        orderId,
        postings: 'buyer 50, claims -50',
      },
      { key: 'covered:whole', orderId: null },
    ])
  })
})

describe('a sale', () => {
  const sale = { grossPaise: 10_000, commissionPaise: 1_000, gstOnFeesPaise: 270, tcsPaise: 50, tdsPaise: 10 }
  const order = () => ({ orderId, paymentId, sellerId })
  const about = () => ({ ...nothing, orderId, paymentId })

  test.each([undefined, past])('is the seller’s, less all deductions, now or in the past: %s', async (at) => {
    const sold = (tx: Tx) => recordSaleEntry(tx, order(), { ...sale, shippingPaise: 500 }, at)
    expect(await written(sold)).toEqual([
      {
        ...about(),
        key: `sale:${orderId}`,
        kind: 'sale',
        isPast: at !== undefined,
        postings:
          'buyer 10000, seller_payable -10000, seller_payable 1830, commission -1000, shipping -500, gst_on_fees -270, tcs -50, tds -10',
      },
    ])
  })

  const reversal = { ...sale, no: 2, wayBackPaise: 100, wayBackGstPaise: 18, compensationPaise: 40 }
  test.each([
    ['seller', 'seller_payable'],
    ['buyer', 'buyer'],
  ] as const)('is taken back; the way back is paid by the %s', async (wayBackPaidBy, account) => {
    expect(await written((tx) => recordReversalEntry(tx, order(), { ...reversal, wayBackPaidBy }))).toEqual([
      {
        ...about(),
        key: `reversal:${orderId}:2`,
        kind: 'sale-reversed',
        postings: `seller_payable 10000, buyer -10000, seller_payable -1330, commission 1000, gst_on_fees 252, tcs 50, tds 10, ${account} 118, shipping -100, seller_payable -40, claims 40`,
      },
    ])
  })

  test('goodwill is the expense of the shop', async () => {
    const gift = (tx: Tx) => recordGoodwill(tx, { orderId, paymentId }, { no: 'a', amountPaise: 90 })
    expect(await written(gift)).toEqual([
      {
        ...about(),
        key: `goodwill:${orderId}:a`,
        kind: 'goodwill',
        postings: 'claims 90, buyer -90',
      },
    ])
  })
})

describe('a payout', () => {
  const payout = { id: newId(), amountPaise: 300 }

  test.each([
    ['route', 'provider'],
    ['bank', 'bank'],
  ] as const)('by %s, and the money that came back', async (method, account) => {
    const one = { ...payout, sellerId, method }
    const both = async (tx: Tx) => {
      await recordPayout(tx, one)
      await recordPayoutReturn(tx, one)
    }
    expect(await written(both)).toEqual([
      {
        ...nothing,
        key: `payout:${payout.id}`,
        kind: 'payout',
        postings: `seller_payable 300, ${account} -300`,
      },
      {
        ...nothing,
        key: `payout-reversed:${payout.id}`,
        kind: 'payout-reversed',
        postings: `seller_payable -300, ${account} 300`,
      },
    ])
  })

  test('of a seller of the demo shop is taken back with what it left, and no other', async () => {
    const left = (id: string, amountPaise: number) => ({ id, amountPaise, method: 'bank' as const })
    const [first, second, returned] = [newId(), newId(), newId()]
    const entries = await written(async (tx) => {
      await recordPayout(tx, { ...left(first, 300), sellerId })
      await recordPayout(tx, { ...left(second, 200), sellerId })
      await recordPayout(tx, { ...left(returned, 70), sellerId })
      await recordPayoutReturn(tx, { ...left(returned, 70), sellerId })
      await recordPayout(tx, { ...left(newId(), 900), sellerId: otherSeller })
      // A sale causes no payout.
      const sale = { grossPaise: 100, commissionPaise: 10, shippingPaise: 0, gstOnFeesPaise: 0, tcsPaise: 0 }
      await recordSaleEntry(tx, { orderId, paymentId, sellerId }, { ...sale, tdsPaise: 0 })
      await reversePayouts(tx, [sellerId])
    })
    const [reversed, ...more] = entries.filter(({ kind }) => kind === 'reversed')
    expect(more).toEqual([])
    expect(reversed).toMatchObject({ ...nothing, key: `reversed:payouts:${sellerId}` })
    expect(inAnyOrder(reversed?.postings)).toEqual(inAnyOrder('bank 500, seller_payable -500'))
  })
})

test('what a payment of the demo shop has left is taken back, by account and seller, and nothing of another one', async () => {
  const [own, other] = await shop.db.query<{ id: string }>(sql`select id from payment order by id`)
  const entries = await written(async (tx) => {
    const sale = { grossPaise: 4_000, commissionPaise: 400, shippingPaise: 0, gstOnFeesPaise: 0, tcsPaise: 0 }
    await recordSaleEntry(tx, { orderId, paymentId: own!.id, sellerId }, { ...sale, tdsPaise: 0 })
    await reversePayments(tx, [own!.id])
  })
  const [reversed, ...more] = entries.filter(({ kind }) => kind === 'reversed')
  expect(more).toEqual([])
  expect(reversed).toMatchObject({ ...nothing, key: `reversed:${own!.id}`, paymentId: own!.id })
  expect(inAnyOrder(reversed?.postings)).toEqual(
    // The payment, its sale, and what the provider deducted.
    inAnyOrder(
      'provider -14548, provider_charges -298, input_gst -54, buyer 10900, seller_payable 3600, commission 400',
    ),
  )
  expect(other).toBeDefined()
})
