/** Returns that a person decides, or that refund little or nothing. */
// @module-tag nightly: Six rarer ends of a return. returns.test.ts proves the way from the request to the refund each time.
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { type Admin, auditOf } from '../../../tests/setup/people.ts'
import { customerWithCart } from '../../../tests/setup/products.ts'
import { paymentFault, stopPaymentFaults } from '../../../tests/setup/providers.ts'
import {
  asked,
  decideReturn,
  postReturn,
  moveReturnParcel,
  orderCard,
  received,
  returnOf,
  sellDelivered,
  untilReturn,
  untilReturnRefunded,
} from '../../../tests/setup/returns.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
let stranger: Customer
withShop({ courier: true }, async (made) => {
  ;({ shop, admin, seller } = made)
  stranger = await shop.customer('stranger')
})

describe('a return', () => {
  test('is decided by an administrator where the seller asks for it, before and after the goods came back', async () => {
    const rejected = await sellDelivered(shop, seller, {})
    const first = await asked(rejected.buyer, rejected.orderId)
    expect((await postReturn(seller, first, 'dispute', { note: 'It left me whole.' })).status).toBe(200)
    const [listed] = (await admin.get('/public/admin/returns')).body
    expect(listed).toMatchObject({
      id: first,
      state: 'disputed',
      decisions: ['accept', 'reject', 'refund'],
    })
    expect((await decideReturn(admin, first, 'reject')).status).toBe(200)
    expect((await auditOf(admin))[0]).toMatchObject({
      act: 'return-decided',
      to: { kind: 'return', id: first },
    })
    // The pieces of a rejected return can be asked for again.
    const again = await received(shop, seller, rejected)
    await postReturn(seller, again, 'dispute', { note: 'It was used.' })
    expect((await decideReturn(admin, again, 'accept')).status).toBe(409)
    expect((await decideReturn(admin, again, 'refund')).status).toBe(200)
    expect(await untilReturnRefunded(shop, again)).toMatchObject({ state: 'refunded', restocked: false })
    expect((await decideReturn(admin, again, 'refund')).status).toBe(409)
  })

  test('whose goods turn up after it was decided is listed for an administrator: nobody has to remember it', async () => {
    const attention = async (orderId: string) =>
      (await shop.db.query<any>(sql`select needs_attention as words from orders where id = ${orderId}`))[0]
        .words
    const lost = async () => {
      const sale = await sellDelivered(shop, seller, {})
      const id = await asked(sale.buyer, sale.orderId)
      await postReturn(seller, id, 'accept')
      await untilReturn(shop, id, 'pickup-booked')
      await moveReturnParcel(shop, id, 12)
      await untilReturn(shop, id, 'disputed')
      return { id, orderId: sale.orderId }
    }
    const turnUp = (id: string, status: string) => moveReturnParcel(shop, id, status)
    const refunded = await lost()
    await decideReturn(admin, refunded.id, 'refund')
    expect(await attention(refunded.orderId)).toBeNull()
    await turnUp(refunded.id, 'Delivered')
    expect(await attention(refunded.orderId)).toContain('refunded as lost were delivered to the seller')
    expect((await returnOf(shop, refunded.id)).state).toBe('refunded')

    const rejected = await lost()
    await decideReturn(admin, rejected.id, 'reject')
    await turnUp(rejected.id, 'Delivered')
    expect(await attention(rejected.orderId)).toContain('neither them nor the money')

    const back = await lost()
    await decideReturn(admin, back.id, 'refund')
    await turnUp(back.id, 'RTO')
    expect(await attention(back.orderId)).toContain('back to the customer')
    const listed = (await admin.get('/public/admin/all-orders?attention=yes')).body
    for (const { orderId } of [refunded, rejected, back])
      expect(listed.map(({ id }: any) => id)).toContain(orderId)

    // Back with the customer, as decided.
    const kept = await lost()
    await decideReturn(admin, kept.id, 'reject')
    await turnUp(kept.id, 'RTO')
    expect(await attention(kept.orderId)).toBeNull()
  })

  test('that costs more to bring back than the goods, because the buyer no longer wants them, refunds nothing and says why', async () => {
    const buyer = await customerWithCart(shop, [])
    const sale = await sellDelivered(shop, seller, { buyer, pricePaise: 4_000 })
    const id = await received(shop, seller, sale, { reason: 'changed-mind' })
    expect((await postReturn(seller, id, 'refund', { restock: false })).status).toBe(200)
    await untilMailed(shop, buyer.email, 'is refunded')
    const mail = (await shop.mail(buyer.email)).find(({ subject }) => subject.includes('is refunded'))
    expect(mail!.text).toContain('it costs as much as the goods, so that nothing is refunded')
  })

  describe('whose money somebody refunds in the dashboard', () => {
    /** The refund waits for the provider, and `paise` of the payment of ₹200.00 are refunded there meanwhile. */
    async function replaced(paise: number) {
      const sale = await sellDelivered(shop, seller, { quantity: 2, units: 2, pricePaise: 10_000 })
      const id = await received(shop, seller, sale)
      await paymentFault(shop, 'refunds.create', 'error-500', { times: 1_000 })
      await postReturn(seller, id, 'refund', { restock: false })
      const [payment] = await shop.db.query<any>(sql`
        select p.id from payment p join orders o on o.checkout_id = p.checkout_id where o.id = ${sale.orderId}`)
      const { id: reference } = await shop.kit(`/sandbox/payments/refunds/${payment.id}`, { amount: paise })
      const refunds = await eventually(
        () =>
          shop.db.query<any>(sql`
            select amount_paise as paise, state from refund where order_id = ${sale.orderId} order by id`),
        ([first]) => first.state === 'replaced',
      )
      await stopPaymentFaults(shop)
      const shown = async () => (await orderCard(sale.buyer, sale.orderId)).returns.requests[0]
      return { shown, reference, rest: refunds.slice(1), paymentId: payment.id }
    }

    test('names that refund, and is done with it', async () => {
      const { shown, reference, rest } = await replaced(20_000)
      expect(rest).toEqual([])
      const done = await eventually(shown, ({ refundDone }) => refundDone)
      expect(done.refundReference).toBe(reference)
    })

    test('but half a rupee: the provider is never asked for so little, and it is done once that is paid by hand', async () => {
      const { shown, rest, paymentId } = await replaced(19_950)
      expect(rest).toEqual([{ paise: 50, state: 'failed' }])
      expect((await shown()).refundDone).toBe(false)
      const [late] = (await admin.get(`/public/admin/refunds?q=${paymentId}`)).body
      await admin.post(`/public/admin/refunds/${late.id}/settled`, { note: 'by bank' })
      expect(await shown()).toMatchObject({ refundDone: true, refundReference: null })
    })
  })
})

describe('refused, and nothing is changed', () => {
  test('moves of other people and in other states', async () => {
    const { orderId, buyer } = await sellDelivered(shop, seller, {})
    const id = await asked(buyer, orderId)
    const other = await addSeller(shop)
    for (const what of ['accept', 'receive']) expect((await postReturn(other, id, what)).status).toBe(404)
    expect((await postReturn(other, id, 'dispute', { note: 'x' })).status).toBe(404)
    expect((await postReturn(other, id, 'refund', { restock: true })).status).toBe(404)
    expect((await postReturn(stranger, id, 'withdraw')).status).toBe(404)
    expect((await postReturn(seller, id, 'receive')).body.msg).toBe(
      'This return is not waiting for that: it is asked.',
    )
    expect((await postReturn(seller, id, 'refund', { restock: true })).status).toBe(409)
    expect((await postReturn(seller, id, 'dispute', { note: ' ' })).status).toBe(400)
    expect((await postReturn(buyer, id, 'withdraw')).status).toBe(200)
    expect((await postReturn(seller, id, 'accept')).status).toBe(409)
    expect((await returnOf(shop, id)).steps).toEqual(['requested:buyer', 'withdrawn:buyer'])
  })
})
