import { expect, test } from 'vitest'
import { startTestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../db/sql.ts'

test('a job exists when the transaction that sent it was kept, and not when it was undone', async () => {
  const shop = await startTestShop()
  const { db, jobs } = shop.running.shop
  await jobs.rest()
  const send = (key: string, fails: boolean) =>
    db.transaction(async (tx) => {
      await jobs.send(tx, 'remove-picture', { key })
      if (fails) throw new Error('undone')
    })
  await send('kept', false)
  await expect(send('undone', true)).rejects.toThrow('undone')
  expect(await shop.db.query(sql`select data from pgboss.job where name = 'remove-picture'`)).toEqual([
    { data: { key: 'kept' } },
  ])
  await shop.stop()
})
