/** However much mail one account causes, codes of others come at once; equal notices become one that tells the newest state. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { awayFrom } from '../../../tests/setup/clock.ts'
import { newestCode } from '../../../tests/setup/mails.ts'
import { browserAt, signUp } from '../../../tests/setup/people.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../db/sql.ts'
import { forEachConcurrently } from '../jobs/for-each-concurrently.ts'
import { queueMail } from './queue-mail.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())

interface MailJob {
  name: string
  state: string
  inSeconds: number
}
const jobs = () =>
  shop.db.query<MailJob>(sql`
    select name, state::text, extract(epoch from start_after - now())::float8 as "inSeconds" from pgboss.job
    where name in ('send-mail', 'send-notice') order by created_on`)
const subjects = async (to: string) =>
  (await shop.client().get<{ subject: string }[]>(`/dev/mailbox.json?to=${to}`)).body.map(
    (mail) => mail.subject,
  )

test(
  'many changes of bank details by one seller delay no code, and are told at once and once more at the end',
  nightly('Hundreds of mails. Equal notices become one in the test beside it each time.'),
  async () => {
    const seller = await addSeller(shop)
    const profile = (await seller.get('/private/profile')).body
    await awayFrom('ten minutes', 30)
    // A mail takes as long as with a real mail server.
    await shop.kit('/sandbox/mail/faults', { mode: 'slow', ms: 300 })
    const before = (await jobs()).length
    const statuses: number[] = []
    const accounts = Array.from({ length: 100 }, (_, i) => String(100_000_000_000 + i))
    await forEachConcurrently(accounts, 6, async (accountNo) => {
      const bankDetails = { ...profile.bankDetails, accountNo }
      statuses.push((await seller.post('/private/profile/edit-seller', { ...profile, bankDetails })).status)
    })
    expect(new Set(statuses)).toEqual(new Set([200]))
    await signUp(shop, 'newcomer@floods.test', browserAt(shop))
    const told = (await subjects(seller.email)).filter((one) => one.includes('bank details'))
    expect(told.length).toBeLessThanOrEqual(1)
    const queued = (await jobs()).slice(before)
    expect(queued.map(({ name }) => name).toSorted()).toEqual(['send-mail', 'send-notice', 'send-notice'])
    expect(queued.filter(({ state, inSeconds }) => state === 'created' && inSeconds > 0)).toHaveLength(1)
    await eventually(
      () => subjects(seller.email),
      (all) => all.some((one) => one.includes('bank details')),
    )
    await shop.kit('/sandbox/mail/faults', { mode: 'normal', times: 1 })
  },
)

test('of equal notices the first is sent at once and the last one after ten minutes; another notice and another reader are no equals', async () => {
  await awayFrom('ten minutes', 30)
  const waiting = async () =>
    (await jobs()).filter(({ state, inSeconds }) => state === 'created' && inSeconds > 0)
  const before = (await waiting()).length
  const tell = (to: string, notice: string, subject: string) =>
    shop.running.shop.db.transaction((tx) =>
      queueMail(shop.running.shop, tx, { notice, to, subject, heading: subject, paragraphs: [] }),
    )
  const [to, other] = ['reader@floods.test', 'other@floods.test']
  for (const state of ['one', 'two', 'three', 'four']) await tell(to, 'state', state)
  await tell(to, 'another', 'another notice')
  await tell(other, 'state', 'to another reader')
  await eventually(
    async () => [await subjects(to), await subjects(other)].flat().toSorted(),
    (all) => all.length === 3,
  ).then((all) => expect(all).toEqual(['another notice', 'one', 'to another reader']))
  const later = (await waiting()).slice(before)
  expect(later).toHaveLength(1)
  expect(later[0]?.inSeconds).toBeLessThanOrEqual(602)
  // The ten minutes pass.
  await shop.db.query(
    sql`update pgboss.job set start_after = now() where name = 'send-notice' and state = 'created'`,
  )
  expect(
    (
      await eventually(
        () => subjects(to),
        (all) => all.length === 3,
      )
    )[0],
  ).toBe('four')
}, 90_000)

test('a code and a receipt are awaited: no notice is in their queue', async () => {
  const before = (await jobs()).length
  await signUp(shop, 'awaits@floods.test', browserAt(shop))
  expect(await newestCode(shop, 'awaits@floods.test')).toMatch(/^\d{6}$/)
  expect((await jobs()).slice(before).map(({ name }) => name)).toEqual(['send-mail'])
})
