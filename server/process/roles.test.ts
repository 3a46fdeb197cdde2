/** SHOP_ROLE (docs/operations.md, "Several machines"): nodes answer requests, workers do jobs and timers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../tests/setup/nightly.ts'
import { createClient } from '../../tests/setup/client.ts'
import { signupBody } from '../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { SHOP_ROLE: 'web' } })
})
afterAll(() => shop.stop())

const mails = async () => (await shop.client().get('/dev/mailbox.json')).body.length
const waiting = () =>
  shop.db.query(sql`select from pgboss.job where name = 'send-mail' and state = 'created'`)

test(
  'a node of the role web does no job; a worker does it, and answers nothing but probes',
  nightly('For operators of several nodes, with two more processes of the shop.'),
  async () => {
    const email = 'roles@buyers.hariyali.test'
    const asked = await shop.client().post('/auth/customer/signup', signupBody(email))
    expect(asked.status).toBe(200)
    // Longer than a worker of this process would take to look at its queue.
    await sleep(3_000)
    expect([await mails(), (await waiting()).length]).toEqual([0, 1])

    const worker = createClient(await shop.secondNode({ SHOP_ROLE: 'worker' }))
    expect((await shop.mail(email)).length).toBe(1)
    const answers = await Promise.all(
      ['/healthz', '/readyz', '/', '/public/category/all', '/dev/mailbox.json'].map((path) =>
        worker.get(path),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 404])
  },
)

test('a session that one node began holds on another one, and ends on all', async () => {
  const other = createClient(await shop.secondNode({ SHOP_ROLE: 'web' }))
  const { cookies } = await shop.customer('traveller')
  for (const [name, value] of cookies) other.cookies.set(name, value)
  expect((await other.get('/private/cart/get')).status).toBe(200)
  expect((await other.post('/auth/logout')).status).toBe(200)
  const back = shop.client()
  for (const [name, value] of cookies) back.cookies.set(name, value)
  expect((await back.get('/private/cart/get')).status).toBe(401)
})
