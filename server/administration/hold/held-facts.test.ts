/** What bank and provider say of a held shop is written down as it is, the newest word last (docs/operations.md, "A held shop"). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { endRateLimits } from '../../../tests/setup/clock.ts'
import { paymentOf } from '../../../tests/setup/disputes.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { type Admin, addAdmin } from '../../../tests/setup/people.ts'
import { paymentFault, resetPayments } from '../../../tests/setup/providers.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { dayAgo, sellThreePieces, settle } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { insertRun } from '../../money/settlements/run-queries.ts'
import { continueRun } from '../../money/settlements/run-settlement.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ env: { RAZORPAY_ROUTE: 'true' } })
  admin = await addAdmin(shop)
})
beforeEach(() => Promise.all([resetPayments(shop), endRateLimits(shop)]))
afterEach(async () => {
  await eventually(
    () => brokenInvariants(shop.db),
    (broken) => broken.length === 0,
  )
  // Of a test that failed.
  await shop.db.query(
    sql`update shop_hold set released_at = now(), released_note = 'The next test.' where released_at is null`,
  )
})
afterAll(() => shop.stop())

const act = (path: string, body?: object) => admin.post(`/public/admin/hold${path}`, body)
const hold = async () => expect((await act('', { note: 'Something is wrong.' })).status).toBe(200)
const release = () => act('/release', { note: 'All is well.' })
const shown = async () => (await admin.get('/public/admin/hold')).body
async function reconcile() {
  expect((await act('/reconciliation')).status).toBe(200)
  return eventually(shown, ({ reconciliation }) => reconciliation === 'done')
}
const take = (...rows: string[]) =>
  act('/transfers', { csv: `reference,utr,amount,status,seller\n${rows.join('\n')}\n` })
const payoutsOf = async (seller: Seller): Promise<any[]> =>
  (await admin.get(`/public/admin/payouts?q=${seller.email}`)).body
const findingOf = ({ findings }: any, reference: string) =>
  findings.find((one: any) => one.reference === reference)

test('a transfer that was under way holds the shop until a look finds that it came back', async () => {
  const seller = await addSeller(shop)
  expect((await admin.post(`/public/admin/sellers/${seller.id}/route-account`)).status).toBe(200)
  const [account] = await shop.db.query<{ id: string }>(
    sql`select account_id as id from route_account where seller_id = ${seller.id}`,
  )
  await paymentFault(shop, 'transfers.process', 'slow', { ms: 3_000 })
  const { payments } = shop.running.shop
  const { id } = await payments.transfer({ key: newId(), accountId: account!.id, amountPaise: 12_345 })
  await hold()
  const first = await reconcile()
  expect([findingOf(first, id).outcome, first.waitsFor]).toEqual([
    'under-way',
    expect.stringContaining('reconcile again'),
  ])
  expect((await release()).status).toBe(409)
  await eventually(
    () => payments.findTransfer(id),
    (transfer) => transfer?.state === 'processed',
  )
  await shop.kit(`/sandbox/payments/reversals/${id}`, { webhook: false })
  const second = await reconcile()
  expect(findingOf(second, id)).toMatchObject({
    outcome: 'no-money',
    text: expect.stringContaining('came back'),
  })
  expect(second.waitsFor).toBe(null)
  expect((await release()).status).toBe(200)
})

