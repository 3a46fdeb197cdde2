/** Which refund at the provider belongs to which row, and what follows for the row (api-rules §3.5; docs/money.md). */
import { describe, expect, test } from 'vitest'
import type { ProviderRefund } from '../../platform/providers/payments/provider.ts'
import type { RefundRow } from './queries.ts'
import { findUnpayableRefunds, matchRefunds, nextRefundState } from './rules.ts'

const row = (id: string, more: Partial<RefundRow> = {}): RefundRow => ({
  id,
  paymentId: 'pay_1',
  orderId: null,
  amountPaise: 500,
  reason: 'sold-out',
  state: 'scheduled',
  providerRefundId: null,
  byHand: false,
  touched: false,
  attention: null,
  ...more,
})
const refund = (id: string, more: Partial<ProviderRefund> = {}): ProviderRefund => ({
  id,
  amountPaise: 500,
  receipt: null,
  state: 'processed',
  ...more,
})

describe('a refund at the provider', () => {
  const matched = (rows: RefundRow[], refunds: ProviderRefund[]) => {
    const { matches, external } = matchRefunds(rows, refunds)
    return {
      pairs: matches.map((match) => [match.row.id, match.providerRefund.id]),
      external: external.map(({ id }) => id),
    }
  }

  test('belongs to the row that has stored its id, before all others', () => {
    const rows = [row('waits'), row('owner', { state: 'accepted', providerRefundId: 'r1' })]
    expect(matched(rows, [refund('r1', { receipt: 'waits' })])).toEqual({
      pairs: [['owner', 'r1']],
      external: [],
    })
  })

  test('belongs to the row whose key it bears, of the same amount', () => {
    const rows = [row('other'), row('own')]
    expect(matched(rows, [refund('r1', { receipt: 'own' })]).pairs).toEqual([['own', 'r1']])
    const less = refund('r1', { receipt: 'own', amountPaise: 400 })
    expect(matched(rows, [less])).toEqual({ pairs: [], external: ['r1'] })
  })

  test('with the key of a row that has another refund is a further one', () => {
    const settled = row('own', { state: 'processed', providerRefundId: 'r0' })
    expect(matched([settled], [refund('r1', { receipt: 'own' })])).toEqual({ pairs: [], external: ['r1'] })
    const failed = row('own', { state: 'failed', providerRefundId: 'r0' })
    expect(matched([failed], [refund('r1', { receipt: 'own' })]).pairs).toEqual([['own', 'r1']])
  })

  test('with the key of a row whose own refund failed pays that row, and not another one of the same amount', () => {
    const own = row('own', { state: 'failed', providerRefundId: 'r0' })
    const again = refund('r1', { receipt: 'own' })
    const pairs = [['own', 'r1']]
    expect(matched([row('other'), own], [again])).toEqual({ pairs, external: [] })
    // The provider lists the latest refund first, and reports both at once.
    const accepted = row('own', { state: 'accepted', providerRefundId: 'r0' })
    const first = refund('r0', { receipt: 'own', state: 'failed' })
    for (const reported of [
      [again, first],
      [first, again],
    ]) {
      expect(matched([row('other'), accepted], reported).pairs).toEqual([['own', 'r0'], ...pairs])
      // The state of the row does not change when the same list is applied again.
      const paid = row('own', { state: 'processed', providerRefundId: 'r1' })
      expect(matched([row('other'), paid], reported)).toEqual({ pairs, external: [] })
    }
    const failedTwice = [refund('r1', { receipt: 'own', state: 'failed' }), first]
    expect(matched([own], failedTwice).pairs).toEqual([['own', 'r0']])
  })

  test('twice with one key: the second one is a further one', () => {
    expect(
      matched([row('own')], [refund('r1', { receipt: 'own' }), refund('r2', { receipt: 'own' })]),
    ).toEqual({
      pairs: [['own', 'r1']],
      external: ['r2'],
    })
  })

  test('after a failed one with the same key pays the row', () => {
    const refunds = [refund('r1', { receipt: 'own', state: 'failed' }), refund('r2', { receipt: 'own' })]
    expect(matched([row('own')], refunds)).toEqual({
      pairs: [
        ['own', 'r1'],
        ['own', 'r2'],
      ],
      external: [],
    })
  })

  test('that somebody made goes to a row whose own refund is told to have failed', () => {
    const accepted = row('own', { state: 'accepted', providerRefundId: 'r1' })
    expect(matched([accepted], [refund('r1', { state: 'failed' }), refund('r2')])).toEqual({
      pairs: [
        ['own', 'r1'],
        ['own', 'r2'],
      ],
      external: [],
    })
  })

  test('that somebody made goes to a row of its amount that waits: scheduled before failed before settled by hand', () => {
    const scheduled = row('scheduled')
    const failed = row('failed', { state: 'failed', providerRefundId: 'r0' })
    const byHand = row('by hand', { state: 'processed', byHand: true })
    const accepted = row('accepted', { state: 'accepted' })
    const rows = [accepted, byHand, failed, scheduled]
    const refunds = ['r1', 'r2', 'r3', 'r4', 'r5'].map((id) => refund(id))
    expect(matched(rows, refunds)).toEqual({
      pairs: [
        ['scheduled', 'r1'],
        ['failed', 'r2'],
        ['by hand', 'r3'],
        ['accepted', 'r4'],
      ],
      external: ['r5'],
    })
    expect(matched([row('more', { amountPaise: 501 })], [refund('r1')]).external).toEqual(['r1'])
  })

  test('goes to no row that another one has replaced', () => {
    expect(matched([row('old', { state: 'replaced' })], [refund('r1')]).external).toEqual(['r1'])
    expect(matched([row('old', { state: 'replaced' })], [refund('r1', { receipt: 'old' })]).external).toEqual(
      ['r1'],
    )
  })

  test('that failed and that no row owns has moved no money', () => {
    expect(matched([row('waits')], [refund('r1', { state: 'failed' })])).toEqual({ pairs: [], external: [] })
  })
})

describe('the state of a row', () => {
  const next = (own: Partial<RefundRow>, state: ProviderRefund['state'], id = 'r1') =>
    nextRefundState({ row: row('own', own), providerRefund: refund(id, { state }) })
  const known = { providerRefundId: 'r1' }

  test.each([
    ['scheduled', 'accepted', true],
    ['accepted', 'accepted', false],
    ['accepted', 'processed', true],
    ['accepted', 'failed', true],
    ['processed', 'accepted', false],
    ['processed', 'processed', false],
    ['processed', 'failed', true],
    ['failed', 'accepted', false],
    ['failed', 'processed', false],
    ['failed', 'failed', false],
  ] as const)('goes only forward: after %s comes %s: %s', (state, reported, changes) => {
    const wanted = changes ? { state: reported, providerRefundId: 'r1' } : null
    expect(next({ ...known, state }, reported)).toEqual(wanted)
  })

  test('begins anew with another refund', () => {
    expect(next({ ...known, state: 'failed' }, 'accepted', 'r2')).toEqual({
      state: 'accepted',
      providerRefundId: 'r2',
    })
  })

  test('stays when it was settled by hand, and when it was replaced', () => {
    const byHand = { byHand: true, state: 'processed' } as const
    expect(next({ ...byHand, ...known }, 'failed')).toBeNull()
    expect(next(byHand, 'failed')).toEqual({ state: 'processed', providerRefundId: 'r1' })
    expect(next({ state: 'replaced' }, 'processed')).toBeNull()
  })
})

describe('refunds that cannot be paid any more', () => {
  const left = (paid: number, refunded: number, ...amounts: number[]) =>
    findUnpayableRefunds(
      paid,
      refunded,
      amounts.map((amountPaise, index) => row(String(index), { amountPaise })),
    ).map(({ row: { id }, leftPaise }) => [id, leftPaise])

  test('are those after the last paise of the payment; the oldest is paid first', () => {
    expect(left(1_000, 0, 400, 600)).toEqual([])
    expect(left(1_000, 1, 400, 600)).toEqual([['1', 599]])
    expect(left(1_000, 700, 400, 600)).toEqual([
      ['0', 300],
      ['1', 0],
    ])
    expect(left(1_000, 1_200, 400)).toEqual([['0', 0]])
  })
})
