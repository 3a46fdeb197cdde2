/** Balances by checkpoint equal the sums of the ledger, including entries that become visible late (docs/money.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { untilWaitingForLock } from '../../../tests/setup/locks.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { advanceCheckpoint, readBalances, readPayables } from './checkpoint.ts'
import { type Posting, recordEntry } from './record-entry.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

const postings: Posting[] = [
  { account: 'provider', amountPaise: 500 },
  { account: 'buyer', amountPaise: -500 },
]
const balances = async () =>
  Object.fromEntries(
    (await readBalances(shop.db)).map(({ account, balancePaise }) => [account, balancePaise]),
  )
const tail = async () =>
  (
    await shop.db.query<{ count: number }>(sql`
      select count(*) as count from posting where entry_id > (select entry_id from ledger_horizon)`)
  )[0]?.count

test('an entry that is written while the checkpoint moves, and commits later, is in the balances once', async () => {
  const write = () => shop.db.transaction((tx) => recordEntry(tx, { key: newId(), kind: 'test', postings }))
  await write()
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
  const late = shop.db.transaction(async (tx) => {
    await recordEntry(tx, { key: 'test:late', kind: 'test', postings })
    isWritten()
    await mayCommit
  })
  await written
  await write()
  const moving = advanceCheckpoint(shop.running.shop.db)
  await untilWaitingForLock(shop)
  commit()
  await late
  await moving
  expect(await balances()).toEqual({ provider: 1_500, buyer: -1_500 })
  expect(await tail()).toBe(0)
  await write()
  expect(await balances()).toEqual({ provider: 2_000, buyer: -2_000 })
  // The same amounts written again are counted again.
  await write()
  expect(await balances()).toEqual({ provider: 2_500, buyer: -2_500 })
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('many who write, read and move it at once see balances that add to 0, and none is lost', async () => {
  const before = (await balances())['provider'] ?? 0
  const sums: number[] = []
  const work = Array.from({ length: 40 }, async (_, n) => {
    if (n % 4 === 0) await advanceCheckpoint(shop.running.shop.db)
    sums.push((await readBalances(shop.db)).reduce((sum, { balancePaise }) => sum + balancePaise, 0))
    await shop.running.shop.db.transaction((tx) => recordEntry(tx, { key: newId(), kind: 'test', postings }))
  })
  await Promise.all(work)
  expect(sums).toEqual(Array(40).fill(0))
  await advanceCheckpoint(shop.db)
  expect(await balances()).toEqual({ provider: before + 20_000, buyer: -before - 20_000 })
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('a transaction that stays open for long does not hold up those that write', async () => {
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
  const long = shop.db.transaction(async (tx) => {
    await recordEntry(tx, { key: newId(), kind: 'test', postings })
    isWritten()
    await mayCommit
  })
  await written
  expect(await advanceCheckpoint(shop.running.shop.db)).toBe(false)
  commit()
  await long
  expect(await advanceCheckpoint(shop.running.shop.db)).toBe(true)
})

test('of two nodes that move it, the one that looked earlier does not move it back', async () => {
  const write = () => shop.db.transaction((tx) => recordEntry(tx, { key: newId(), kind: 'test', postings }))
  await write()
  const before = await balances()
  let slow: Promise<boolean> | undefined
  await shop.running.shop.db.transaction(async (tx) => {
    await tx.query(sql`select from ledger_horizon for update`)
    slow = advanceCheckpoint(shop.db)
    await untilWaitingForLock(shop)
    await write()
    // The other node, which holds this lock, sees one entry more.
    await advanceCheckpoint({ ...shop.running.shop.db, transaction: (work) => work(tx) })
  })
  expect(await slow).toBe(true)
  expect(await tail()).toBe(0)
  expect(await balances()).toEqual({
    ...before,
    provider: before['provider']! + 500,
    buyer: before['buyer']! - 500,
  })
})

test('what goes wrong otherwise is not taken for a busy ledger', async () => {
  const rename = (from: string, to: string) => shop.db.execute(`alter function ${from}() rename to ${to}`)
  await rename('settled_ledger_end', 'away')
  await expect(advanceCheckpoint(shop.db)).rejects.toMatchObject({ code: '42883' })
  await rename('away', 'settled_ledger_end')
})

test('what a seller is owed counts their own lines, those before and after the checkpoint', async () => {
  const [sellerId, otherSeller] = [(await addSeller(shop)).id, (await addSeller(shop)).id]
  const owe = (key: string, seller: string, amountPaise: number) =>
    shop.db.transaction((tx) =>
      recordEntry(tx, {
        key,
        kind: 'test',
        postings: [
          { account: 'bank', amountPaise },
          { account: 'seller_payable', sellerId: seller, amountPaise: -amountPaise },
        ],
      }),
    )
  await owe('test:before', sellerId, 500)
  await owe('test:other', otherSeller, 900)
  expect(await advanceCheckpoint(shop.db)).toBe(true)
  expect(await readPayables(shop.db, [sellerId])).toEqual(new Map([[sellerId, 500]]))
  await owe('test:after', sellerId, 30)
  await owe('test:after-again', sellerId, 30)
  await owe('test:other-after', otherSeller, 1)
  const owed = new Map([
    [sellerId, 560],
    [otherSeller, 901],
  ])
  expect(await readPayables(shop.db, [sellerId])).toEqual(new Map([[sellerId, 560]]))
  expect(await readPayables(shop.db, [sellerId, otherSeller])).toEqual(owed)
  // The checkpoint gives the same balances with nothing new, and again with new entries.
  expect(await advanceCheckpoint(shop.db)).toBe(true)
  expect(await advanceCheckpoint(shop.db)).toBe(true)
  expect(await readPayables(shop.db, [sellerId, otherSeller])).toEqual(owed)
  expect(await readPayables(shop.db, [newId()])).toEqual(new Map())
  expect(await balances()).toMatchObject({ bank: 1_461, seller_payable: -1_461 })
})

test("the shop's restricted account may move it", async () => {
  const name = `shop_${newId().slice(-8)}`
  await shop.db.transaction(async (tx) => {
    await tx.execute(`create role ${name}`)
    await tx.execute(`grant select, insert, update on ledger_checkpoint, ledger_horizon to ${name}`)
    await tx.execute(`grant select, insert on journal_entry, posting to ${name}`)
    await tx.execute(`set local role ${name}`)
    const [row] = await tx.query<{ newest: number | null }>(sql`select settled_ledger_end() as newest`)
    expect(row?.newest).toBeGreaterThan(0)
    await tx.execute('reset role')
    await tx.execute(`drop owned by ${name}`)
    await tx.execute(`drop role ${name}`)
  })
})
