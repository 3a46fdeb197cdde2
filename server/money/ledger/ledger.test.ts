/** The ledger (docs/money.md): the database refuses entries that would unbalance or change it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Posting, recordEntry } from './record-entry.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

const pair: Posting[] = [
  { account: 'provider', amountPaise: 500 },
  { account: 'buyer', amountPaise: -500 },
]
const record = (key: string, postings = pair) =>
  shop.db.transaction((tx) => recordEntry(tx, { key, kind: 'test', postings }))
const inTransaction = (work: (tx: Tx) => Promise<unknown>) => shop.db.transaction(work)
const entries = async (key: string) =>
  shop.db.query<{ account: string; amount: number }>(sql`
    select p.account, p.amount_paise as amount from journal_entry e join posting p on p.entry_id = e.id
    where e.key = ${key} order by p.line_no`)

test('an entry is written whole, without its postings of nothing', async () => {
  await record('test:whole', [...pair, { account: 'claims', amountPaise: 0 }])
  expect(await entries('test:whole')).toEqual([
    { account: 'provider', amount: 500 },
    { account: 'buyer', amount: -500 },
  ])
  await record('test:nothing', [{ account: 'claims', amountPaise: 0 }])
  expect(await entries('test:nothing')).toEqual([])
})

test('postings that do not add to 0 are refused before the database sees them', async () => {
  await expect(record('test:uneven', [...pair, { account: 'claims', amountPaise: 1 }])).rejects.toThrow(
    'the postings of test:uneven add to 1 paise instead of 0',
  )
})

test('of twenty entries of the same event at once one is written', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => record('test:race')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await entries('test:race')).toHaveLength(2)
})

describe('the database refuses', () => {
  const add = (tx: Tx, key: string, amounts: readonly number[], count = amounts.length) =>
    tx.query(sql`
      with e as (
        insert into journal_entry (key, kind, posting_count) values (${key}, 'test', ${count}) returning id
      )
      insert into posting (entry_id, line_no, account, amount_paise)
      select e.id, n, 'claims', amount from e, unnest(${amounts}::bigint[]) with ordinality as a (amount, n)`)

  test.each([
    ['an entry that does not add to 0', [500, -499], 2],
    ['an entry with fewer postings than it says', [500, -500], 3],
    ['an entry with more postings than it says', [500, -300, -200], 2],
  ])('%s', async (_, amounts, count) => {
    await expect(inTransaction((tx) => add(tx, newId(), amounts, count))).rejects.toThrow('is not balanced')
  })

  test('an entry without postings, at the latest when it is committed', async () => {
    const alone = (tx: Tx) =>
      tx.query(sql`insert into journal_entry (key, kind, posting_count) values ('test:alone', 'test', 2)`)
    await expect(inTransaction(alone)).rejects.toThrow('is not balanced')
  })

  test('a balanced pair that joins an older entry', async () => {
    await record('test:older')
    await expect(
      shop.db.query(sql`
        insert into posting (entry_id, line_no, account, amount_paise)
        select e.id, n + 2, 'claims', 3 - 2 * n from journal_entry e, generate_series(1, 2) as n where e.key = 'test:older'`),
    ).rejects.toThrow('is not balanced')
  })

  test("a posting to a seller's account without the seller, and to another account with one", async () => {
    const to = (posting: Posting) => record(newId(), [posting, { account: 'claims', amountPaise: -5 }])
    await expect(to({ account: 'seller_payable', amountPaise: 5 })).rejects.toThrow('posting_check')
    await expect(to({ account: 'commission', amountPaise: 5, sellerId: newId() })).rejects.toThrow('posting_')
  })

  test.each([
    'update journal_entry set kind = kind',
    'update posting set amount_paise = amount_paise',
    'delete from posting',
    'delete from journal_entry',
    'truncate posting',
    'truncate journal_entry, posting',
  ])('%s', async (statement) => {
    await record(newId())
    await expect(inTransaction((tx) => tx.execute(statement))).rejects.toThrow('the ledger is only added to')
  })
})

test('what is older than nine years may be deleted by an operator', async () => {
  const long = new Date(Date.now() - 9.1 * 365.25 * 86_400_000)
  await shop.db.transaction((tx) =>
    recordEntry(tx, { key: 'test:long-ago', kind: 'test', happenedAt: long, postings: pair }),
  )
  await inTransaction(async (tx) => {
    await tx.query(
      sql`delete from posting where entry_id = (select id from journal_entry where key = 'test:long-ago')`,
    )
    await tx.query(sql`delete from journal_entry where key = 'test:long-ago'`)
  })
  expect(await entries('test:long-ago')).toEqual([])
})
