/** Accounts that were deleted after a backup: they are closed by its restore, and deleted again. */
// @module-tag nightly: It makes two real backups and a restore. buyer-deletion.test.ts has the rules of the list by day.
import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password } from '../../../tests/setup/people.ts'
import { backUp, restore, type RestoredShop } from '../../../tests/setup/restored-shop.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import { sql } from '../../platform/db/sql.ts'
import { deleteAccount, deleteDueAccounts } from './delete-account.ts'

let shop: TestShop
let restored: RestoredShop | undefined
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => restored?.stop() ?? shop.stop())

async function deleted(buyer: Customer, id: string): Promise<boolean> {
  await buyer.post('/private/own-data/deletion', { keepReviews: true })
  await shop.db.query(sql`update account set deletion_due_at = now() - interval '1 second' where id = ${id}`)
  return deleteAccount(shop.running.shop, id)
}

test('a restore closes them at once, and needs the list of them, which is beside each backup', async () => {
  const buyer = await shop.customer()
  const [{ id } = { id: '' }] = await shop.db.query<{ id: string }>(
    sql`select id from account where email = ${buyer.email}`,
  )
  const archive = await backUp(shop)
  expect(readFileSync(`${archive}.deleted-accounts`, 'utf8')).toBe('')
  expect(await deleted(buyer, id)).toBe(true)
  const { config } = shop.running.shop
  const list = path.join(config.dataDir, 'deleted-accounts')
  const noted = readFileSync(list, 'utf8')
  expect(noted).toContain(`${id} `)
  const beside = `${await backUp(shop)}.deleted-accounts`
  expect(readFileSync(beside, 'utf8').startsWith(noted)).toBe(true)

  // Without the list nothing is touched.
  rmSync(list)
  const options = { force: true, otherKey: false, noneDeleted: false }
  await expect(restoreBackup(config, archive, options)).rejects.toThrow('list of deleted accounts is missing')
  copyFileSync(beside, list)

  restored = await restore(shop, archive)
  const { db, running } = restored
  expect(
    await db.query(sql`
      select deletion_asked_by, keeps_reviews, suspended_at is not null as closed, deleted_at from account where id = ${id}`),
  ).toEqual([{ deletion_asked_by: 'restore', keeps_reviews: true, closed: true, deleted_at: null }])
  expect((await shop.client().post('/auth/login', { email: buyer.email, password })).status).not.toBe(200)
  await deleteDueAccounts(running.shop)
  expect(await db.query(sql`select email from account where id = ${id}`)).toEqual([
    { email: `deleted-${id}@deleted.invalid` },
  ])
})
