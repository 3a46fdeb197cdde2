/** What an exchange does to stock, payouts and mails, and who may decide on a refund. */
import { beforeEach, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { buy, eventually } from '../../../tests/setup/buying.ts'
import { ageConfirmedLogin, ageDelivery } from '../../../tests/setup/clock.ts'
import { sellBooked } from '../../../tests/setup/parcels.ts'
import { addAdmin, adminPassword } from '../../../tests/setup/people.ts'
import { customerWithCart, putInCart, unitsOf } from '../../../tests/setup/products.ts'
import {
  ask,
  asked,
  decideReturn,
  exchange,
  postReturn,
  moveReplacement,
  received,
  replacementOf,
  replacing,
  returnOf,
  sellDelivered,
  sweepDueReturns,
  untilReturn,
} from '../../../tests/setup/returns.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, settle } from '../../../tests/setup/settling.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { readWaitingWork } from '../../administration/gauge-queries.ts'

let shop: TestShop
let seller: Seller
withShop({ courier: true }, (made) => void ({ shop } = made))
beforeEach(async () => void (seller = await addSeller(shop)))

test('the seller is paid once the replacement cannot be returned any more, and not when the time of the first piece ends', async () => {
  const sale = await sellDelivered(shop, seller, { units: 3, pricePaise: 50_000 })
  const { orderId, buyer } = sale
  const id = await replacing(shop, seller, sale)
  await moveReplacement(shop, id, 'Delivered')
  await untilReturn(shop, id, 'exchanged')
  await ageDelivery(shop, orderId, 20)
  const settled = () => shop.db.query(sql`select 1 from settlement_line where order_id = ${orderId}`)
  await settle(shop, dayAgo(1))
  expect(await settled()).toHaveLength(0)
  // Nothing was returned yet, so nothing has to be reversed.
  const back = await asked(buyer, orderId)
  await buyer.post(`/private/returns/${back}/withdraw`)
  await shop.db.query(sql`
    update replacement set delivered_at = delivered_at - interval '8 days', held_at = held_at - interval '8 days'
    where request_id = ${id}`)
  await ageDelivery(shop, orderId, 1)
  expect((await ask(buyer, orderId)).status).toBe(409)
  await settle(shop, dayAgo(0))
  // The sale, and the charge for the parcels of the exchange.
  expect(await settled()).toHaveLength(2)
})

test(
  'the mail about low stock comes when an exchange takes what is left, once',
  nightly('One more cause of the same mail. parcels.test.ts proves the mail about low stock each time.'),
  async () => {
    const sale = await sellDelivered(shop, seller, { quantity: 2, units: 12 })
    const told = async () =>
      (await shop.mailSoFar(seller.email)).filter(({ subject }) =>
        subject.startsWith('Your stock is running low'),
      )
    expect(await told()).toHaveLength(0)
    await received(shop, seller, sale, exchange)
    const [mail] = await eventually(told, (all) => all.length > 0)
    expect(mail!.text).toContain('9 items left')
    await received(shop, seller, sale, exchange)
    expect(await unitsOf(shop, sale.productId)).toBe(8)
    expect(await told()).toHaveLength(1)
  },
)

test(
  'the last piece goes either to the exchange or to somebody who buys it at the same moment',
  nightly('A race in rounds. checkout/race.test.ts sells the last pieces each time.'),
  async () => {
    const sale = await sellDelivered(shop, seller, { units: 2 })
    const id = await asked(sale.buyer, sale.orderId, exchange)
    await postReturn(seller, id, 'accept')
    await untilReturn(shop, id, 'pickup-booked')
    const other = await customerWithCart(shop, [])
    await putInCart(other, sale.productId)
    const [bought] = await Promise.all([
      buy(shop, other).catch(() => ({ status: 409 })),
      postReturn(seller, id, 'receive'),
    ])
    const { fellBack } = await returnOf(shop, id)
    expect(await unitsOf(shop, sale.productId)).toBe(0)
    expect(bought.status === 200 ? 'sold-out' : null).toBe(fellBack)
  },
)

test(
  'an administrator who lets money go back has entered the password lately: of a return, and of an order',
  nightly(
    'A recent log-in of two more calls. assurance.test.ts proves for every such call that it is asked for each time.',
  ),
  async () => {
    const sale = await sellDelivered(shop, seller, { units: 4 })
    const id = await asked(sale.buyer, sale.orderId, exchange)
    await postReturn(seller, id, 'dispute', { note: 'No.' })
    const late = await addAdmin(shop)
    await ageConfirmedLogin(shop, late.id)
    const lost = await sellBooked(shop, seller, { units: 4 })
    await shop.kit(`/dev/shipments/${lost.orderId}`, { code: 12 })
    const calls = [
      () => decideReturn(late, id, 'refund'),
      () => late.post(`/public/admin/orders/${lost.orderId}/refund`, { note: 'It is lost.' }),
    ]
    for (const call of calls)
      expect(await call()).toMatchObject({
        status: 403,
        body: { fields: { recentLogin: expect.any(String) } },
      })
    expect((await returnOf(shop, id)).state).toBe('disputed')
    expect(await shop.db.query(sql`select 1 from refund where order_id = ${lost.orderId}`)).toHaveLength(0)
    // Decisions that move no money need no recent login.
    expect((await decideReturn(late, id, 'reject')).status).toBe(200)
    await late.post('/private/session/confirm', { password: adminPassword })
    expect((await calls[1]!()).status).toBe(200)
  },
)

test(
  'a job that is lost, or was worked long ago, leaves nobody waiting: the sweep books the replacement',
  nightly('A lost job and its sweep. sweeps of refunds and parcels are proved in their files each time.'),
  async () => {
    const sale = await sellDelivered(shop, seller, { units: 3 })
    const id = await received(shop, seller, sale, exchange)
    expect(await readWaitingWork(shop.db)).toMatchObject({ replacementsWaiting: expect.any(Number) })
    const before = (await readWaitingWork(shop.db)).replacementsWaiting
    await shop.running.shop.jobs.rest()
    await postReturn(seller, id, 'exchange', { restock: false })
    await shop.db.query(sql`delete from pgboss.job where name = 'continue-shipment'`)
    await shop.db.query(
      sql`update shipment set check_at = now() - interval '11 minutes' where request_id = ${id} and kind = 'replacement'`,
    )
    expect(await readWaitingWork(shop.db)).toMatchObject({ replacementsWaiting: before, returnsOverdue: 1 })
    await sweepDueReturns(shop)
    expect(await replacementOf(shop, id)).toMatchObject({ booked: true })
    await moveReplacement(shop, id, 'Shipped')
    await sweepDueReturns(shop)
    expect((await returnOf(shop, id)).state).toBe('sent')
    expect(await readWaitingWork(shop.db)).toMatchObject({
      replacementsWaiting: before - 1,
      returnsOverdue: 0,
    })
  },
)
