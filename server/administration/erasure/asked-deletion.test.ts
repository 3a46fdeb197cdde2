/** A deletion that is asked for: it waits, is undone, put off or carried out, once, also after a restore. */
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endRateLimits } from '../../../tests/setup/clock.ts'
import { type Admin, addAdmin, auditOf, password } from '../../../tests/setup/people.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { makeComplaint } from '../../fulfilment/complaints/make-complaint.ts'
import { addAddress } from '../../people/addresses/addresses.ts'
import { eraseAgain, noteErased, readErased } from '../../platform/backup/erased-accounts.ts'
import { sql } from '../../platform/db/sql.ts'
import { deleteAccount, deleteDueAccounts } from './delete-account.ts'
import {
  accountIdOf,
  untilMailSays,
  endDeletionWait,
  tablesWith,
  customerNamed,
  leaversHome,
  askForDeletion,
} from '../../../tests/setup/leaving.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop({ courier: true, env: { TRUST_PROXY: 'true' } })
  admin = await addAdmin(shop)
})
afterAll(() => shop.stop())

const complainAs = async (email: string) => {
  const made = await shop
    .client()
    .post('/public/complaints', { name: 'A Visitor', email, category: 'other', words: 'It is late.' })
  expect(made.status).toBe(200)
  return made.body.number as string
}

test('of two requests to delete, and of two to undo, one is carried out; after the wait it is undone or deleted', async () => {
  const buyer = await customerNamed(shop, 'twice@leaving.test', 'Twice', 'Asked', '9000000003')
  const statuses = async (calls: Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).toSorted((a, b) => a - b)
  expect(await statuses([askForDeletion(buyer), askForDeletion(buyer)])).toEqual([200, 409])
  const undo = () => buyer.post('/private/own-data/deletion/undo')
  expect(await statuses([undo(), undo()])).toEqual([200, 409])
  await askForDeletion(buyer)
  await endDeletionWait(shop, buyer.id)
  const { shop: whole } = shop.running
  const [undone, ...done] = await Promise.all([
    undo(),
    deleteAccount(whole, buyer.id),
    deleteAccount(whole, buyer.id),
  ])
  expect([200, 404, 401]).toContain(undone.status)
  expect(done.filter(Boolean)).toEqual(undone.status === 200 ? [] : [true])
})

test('a suspended account is deleted only if an administrator asks since, and they can undo it', async () => {
  const buyer = await customerNamed(shop, 'evidence@leaving.test', 'Evi', 'Dence', '9000000007')
  const { shop: whole } = shop.running
  const due = async () => (await endDeletionWait(shop, buyer.id), deleteAccount(whole, buyer.id))
  const post = (what: string, body: object) => admin.post(`/public/admin/accounts/${buyer.id}/${what}`, body)
  const reason = 'By letter.'
  expect((await askForDeletion(buyer)).status).toBe(200)
  expect((await post('suspend', { reason: 'Fraud.' })).status).toBe(200)
  expect(await due()).toBe(false)
  await deleteDueAccounts(whole)
  expect(await accountIdOf(shop, buyer.email)).toBe(buyer.id)
  expect((await post('keep', { reason })).status).toBe(200)
  expect((await post('keep', { reason })).status).toBe(409)
  expect((await auditOf(admin, { q: buyer.email }))[0]).toMatchObject({
    act: 'deletion-undone',
    note: reason,
  })
  expect((await post('delete', { reason, keepReviews: false })).status).toBe(200)
  // Suspended again meanwhile: asked for again, it goes on; once more it is known already.
  await shop.db.query(sql`update account set suspended_at = clock_timestamp() where id = ${buyer.id}`)
  expect(await due()).toBe(false)
  expect((await post('delete', { reason, keepReviews: false })).status).toBe(200)
  expect((await post('delete', { reason, keepReviews: false })).status).toBe(409)
  expect(await due()).toBe(true)
})

test('nobody blocks a deletion by complaints with the address of its owner, which are forgotten with the account', async () => {
  await endRateLimits(shop)
  for (const [who, email] of [
    [
      await customerNamed(shop, 'blocked@leaving.test', 'Blocked', 'Never', '9000000013'),
      'blocked@leaving.test',
    ],
    [await addSeller(shop), undefined],
  ] as const) {
    const address = email ?? (who as Seller).email
    await complainAs(address)
    expect((await who.get('/private/own-data')).body.open).toEqual([])
    expect((await askForDeletion(who)).status).toBe(200)
    await complainAs(address.replace('@', '+tag@'))
    const { id } = who as { id: string }
    await endDeletionWait(shop, id)
    expect(await deleteAccount(shop.running.shop, id)).toBe(true)
    expect(
      await shop.db.query(sql`select from complaint where email like ${`${address.split('@')[0]}%`}`),
    ).toEqual([])
  }
})

test('whose deletion is put off is told what has to end first, once', async () => {
  await endRateLimits(shop)
  const buyer = await customerNamed(shop, 'putoff@leaving.test', 'Put', 'Off', '9000000014')
  expect((await askForDeletion(buyer)).status).toBe(200)
  const number = await complainAs(buyer.email)
  await untilMailSays(shop, buyer.email, number)
  const token = (await shop.mailSoFar(buyer.email))
    .flatMap(({ text }) => /complaints\/C-[\w-]+#([\w-]{43})/.exec(text)?.[1] ?? [])
    .at(-1)
  expect((await shop.client().post('/public/complaints/read', { token })).status).toBe(200)
  await endDeletionWait(shop, buyer.id)
  for (let run = 0; run < 2; run += 1) expect(await deleteAccount(shop.running.shop, buyer.id)).toBe(false)
  await untilMailSays(shop, buyer.email, `Complaints that are open: ${number}`)
  const [{ hits }] = (await shop.db.query<{ hits: number }>(
    sql`select hits from rate_limit where key = ${`deletion-put-off:${buyer.id}`}`,
  )) as [{ hits: number }]
  expect(hits).toBe(2)
  const told = (await shop.mailSoFar(buyer.email)).filter(({ subject }) =>
    subject.includes('not deleted yet'),
  )
  expect(told).toHaveLength(1)
  expect(await accountIdOf(shop, buyer.email)).toBe(buyer.id)
})

test('nobody takes the address that an account gets when it is deleted', async () => {
  const buyer = await customerNamed(shop, 'taken@leaving.test', 'Taken', 'Never', '9000000015')
  const email = `deleted-${buyer.id}@Deleted.invalid`
  const signedUp = { firstName: 'A', lastName: 'Squatter', email, mobile: '9000000016', password }
  expect(await shop.client().post('/auth/customer/signup', signedUp)).toMatchObject({
    status: 400,
    body: { fields: { email: 'Email address is invalid.' } },
  })
  await expect(
    shop.db.query(sql`update account set email = ${email.toLowerCase()} where email = ${admin.email}`),
  ).rejects.toMatchObject({ constraint: 'account_of_nobody' })
  expect((await askForDeletion(buyer)).status).toBe(200)
  await endDeletionWait(shop, buyer.id)
  expect(await deleteAccount(shop.running.shop, buyer.id)).toBe(true)
})

test('what was written while an account was deleted is refused', async () => {
  const buyer = await customerNamed(shop, 'late@leaving.test', 'Late', 'Writer', '9000000008')
  const { shop: whole } = shop.running
  await askForDeletion(buyer)
  await endDeletionWait(shop, buyer.id)
  const late = () => addAddress(whole, buyer.id, leaversHome)
  const complain = () =>
    makeComplaint(
      whole,
      { accountId: buyer.id, role: 'CUSTOMER' },
      { category: 'other', words: 'From 77 Jacaranda Walk.' },
    )
  const writes: Promise<unknown>[] = []
  // All wait behind the deletion, which commits only then.
  const slow = {
    ...whole,
    db: {
      ...whole.db,
      transaction: (work: any, options: any) =>
        whole.db.transaction(async (tx) => {
          const done = await work(tx)
          writes.push(...[late(), complain()].map((one) => one.catch((error: unknown) => error)))
          await sleep(200)
          return done
        }, options),
    },
  }
  expect(await deleteAccount(slow as never, buyer.id)).toBe(true)
  const refused = { constraint: 'account_stays_deleted' }
  expect(await Promise.all(writes)).toMatchObject([refused, refused])
  await expect(
    shop.db.query(sql`update customer set first_name = 'Late' where account_id = ${buyer.id}`),
  ).rejects.toMatchObject(refused)
  await expect(
    shop.db.query(sql`
      insert into session (token_hash, account_id, expires_at) values ('x', ${buyer.id}, now() + interval '1 day')`),
  ).rejects.toMatchObject(refused)
})

test('a deletion that was noted for restores and then called off deletes nobody after a restore', async () => {
  const buyer = await customerNamed(shop, 'undone@leaving.test', 'Undone', 'Again', '9000000012')
  await askForDeletion(buyer)
  await endDeletionWait(shop, buyer.id)
  const { shop: whole } = shop.running
  // Killed between the note and the commit.
  const dying = {
    ...whole,
    db: {
      ...whole.db,
      transaction: (work: any, options: any) =>
        whole.db.transaction(async (tx) => {
          await work(tx)
          throw new Error('killed')
        }, options),
    },
  }
  await expect(deleteAccount(dying as never, buyer.id)).rejects.toThrow('killed')
  const noted = async () =>
    ((await readErased(whole.config.dataDir, { noneDeleted: false })) ?? []).filter(
      ({ id }) => id === buyer.id,
    )
  expect(await noted()).toEqual([{ id: buyer.id, keepsReviews: false }])
  expect((await buyer.post('/private/own-data/deletion/undo')).status).toBe(200)
  expect(await noted()).toEqual([])
  // Asked for again, and carried out.
  await askForDeletion(buyer, true)
  await endDeletionWait(shop, buyer.id)
  expect(await deleteAccount(whole, buyer.id)).toBe(true)
  expect(await noted()).toEqual([{ id: buyer.id, keepsReviews: true }])
})

test('what a backup brings back is deleted again', async () => {
  const buyer = await customerNamed(shop, 'restored@leaving.test', 'Restored', 'Again', '9000000006')
  const { config } = shop.running.shop
  // As its deletion had noted it, before the backup was restored.
  await noteErased(config.dataDir, { id: buyer.id, keepsReviews: true })
  const erased = (await readErased(config.dataDir, { noneDeleted: false })) ?? []
  expect(await eraseAgain(shop.db, shop.running.shop.secrets, erased)).toBe(1)
  expect((await shop.client().post('/auth/login', { email: buyer.email, password })).status).not.toBe(200)
  expect(
    (await admin.post(`/public/admin/accounts/${buyer.id}/keep`, { reason: 'They changed their mind.' }))
      .status,
  ).toBe(409)
  expect(await shop.db.query(sql`select keeps_reviews from account where id = ${buyer.id}`)).toEqual([
    { keeps_reviews: true },
  ])
  await deleteDueAccounts(shop.running.shop)
  expect(await tablesWith(shop, [buyer.email])).toEqual([])
  expect(await eraseAgain(shop.db, shop.running.shop.secrets, erased)).toBe(0)
  await expect(readErased(path.join(config.dataDir, 'nowhere'), { noneDeleted: false })).rejects.toThrow(
    'is missing',
  )
})
