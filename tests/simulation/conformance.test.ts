/**
 * The tables in memory mean the same as PostgreSQL: the same calls of the product's query functions give the same answers,
 * errors and rows in both, and wait for the same locks. Without this a simulation would prove something about itself only.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockStock } from '../../server/catalogue/products/stock-queries.ts'
import * as checkout from '../../server/buying/checkout/queries.ts'
import { insertWebhookEvent } from '../../server/buying/checkout/webhook-queries.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { lockCustomer } from '../../server/people/lock-customer.ts'
import { insertPayment, lockPayment } from '../../server/money/payments/queries.ts'
import { consumeLimit } from '../../server/platform/rate-limit.ts'
import { type Call, chooseCall, type Known } from './conformance/calls.ts'
import { unmutated } from './conformance/unmutated.ts'
import { waitsInMemory, waitsInPostgres } from './conformance/waits.ts'
import { comparedTables, openTwin, runCalls, type Twin } from './conformance/twin.ts'
import { modelNames } from './models.ts'
import { seededRandom } from './random.ts'
import './statements/all.ts'

let twin: Twin
beforeAll(async () => {
  twin = await openTwin()
})
afterAll(() => twin.postgres.close())

const transactions = 450

async function expectSameRows(when: string): Promise<void> {
  for (const table of comparedTables) {
    const { memory, postgres } = await twin.rows(table)
    expect(memory, `${table} ${when}`).toEqual(postgres)
  }
}

/** What is only read, and decides who may buy: asked often, because a few times are too little for every condition. */
const looks = ({ people, checkouts }: Known): Call[] => [
  ...people.customers.flatMap((customerId) =>
    ['n', 'another network'].map(
      (networkHash): Call =>
        (tx) =>
          checkout.countUnpaidAttempts(tx, { customerId, networkHash }, people.products),
    ),
  ),
  ...checkouts.map(
    (id): Call =>
      (tx) =>
        checkout.isBoughtByOtherCheckout(tx, id),
  ),
]

async function expectSameLooks(known: Known, when: string): Promise<void> {
  const inMemory = await twin.inMemory(() => runCalls(twin.memory, looks(known), true))
  expect(inMemory, when).toEqual(await runCalls(twin.postgres, looks(known), true))
}

test('the same calls give the same answers, errors and rows', async () => {
  const random = seededRandom(2_026)
  const known: Known = { people: twin.people, checkouts: [], refunds: [], orders: [] }
  const failures = new Set<string>()
  const days = 3 * 86_400_000
  for (let number = 1; number <= transactions; number += 1) {
    // Some old checkouts stay in reach, and most calls are about new ones.
    if (known.checkouts.length > 6) known.checkouts.splice(random.below(3), 1)
    const calls: Call[] = Array.from({ length: 1 + random.below(4) }, () => chooseCall(random, known))
    const keep = random.chance(0.85)
    const inMemory = await twin.inMemory(() => runCalls(twin.memory, calls, keep))
    const inPostgres = await runCalls(twin.postgres, calls, keep)
    expect(inMemory, `transaction ${number}`).toEqual(inPostgres)
    if (inPostgres.code) failures.add(inPostgres.code)
    if (number % 3 === 0) await expectSameLooks(known, `after transaction ${number}`)
    await twin.setClock(
      twin.scheduler.now + random.pick([2, 1_000, 30_000, 61_000, 900_000, 7_200_000, days]),
    )
    if (number % 20 === 0 || number === transactions) await expectSameRows(`after transaction ${number}`)
  }
  // Refusals of unique keys and of constraints were among them, and no statement was left out.
  expect([...failures].toSorted()).toEqual(['23505', '23514'])
  expect(modelNames().filter((name) => !twin.met.has(name))).toEqual([])
})

/**
 * What takes locks, for the checkout `open` of the first customer and others of another one. Left out are the locks that
 * references take, so a payment is for the checkout `apart` that nobody else locks: the purchase holds a stronger lock on the
 * same row before it inserts a reference.
 */
const lockTakers = (
  twin: Twin,
  { open, paid, apart }: { open: string; paid: string; apart: string },
): Record<string, Call> => {
  const { customers, products } = twin.people
  const [customer = '', other = ''] = customers
  const [soap = '', comb = ''] = products
  return {
    'the customer': (tx) => lockCustomer(tx, customer),
    'a checkout to settle': (tx) => checkout.lockForSettlement(tx, open),
    'the open checkout': (tx) => checkout.lockOpenCheckout(tx, customer),
    'the hold of the open checkout': (tx) => checkout.lockOpenHold(tx, open),
    'the order of the provider': (tx) => checkout.storeProviderOrder(tx, open, { id: 'order-x', keyId: 'k' }),
    'the order of another checkout': (tx) =>
      checkout.storeProviderOrder(tx, paid, { id: 'order-x', keyId: 'k' }),
    'due checkouts': (tx) => checkout.takeDueCheckouts(tx, 50),
    'an open checkout of another customer': (tx) => checkout.insertCheckout(tx, newRow(other, soap), 60),
    'stock of one': (tx) => lockStock(tx, [soap]),
    'stock of two': (tx) => lockStock(tx, [comb, soap]),
    'a payment': (tx) =>
      insertPayment(tx, { id: 'pay-x', checkoutId: apart, amountPaise: 100, outcome: 'refund' }),
    'a known payment': (tx) => lockPayment(tx, 'pay-known'),
    'a webhook': (tx) => insertWebhookEvent(tx, 'payment', 'event-x'),
    'a limit': (tx) => consumeLimit(tx, [{ key: 'x', max: 9, seconds: 60 }]),
  }
}

const newRow = (customerId: string, productId: string) => ({
  id: newId(),
  customerId,
  totalPaise: 29_900,
  fingerprint: 'f',
  networkHash: 'n',
  address: { id: newId(), street: 'Home', city: 'Jaipur', state: 'Rajasthan', pinCode: '302001' },
  business: undefined,
  lines: [
    {
      lineNo: 1,
      productId,
      sellerId: twin.people.seller,
      name: 'Soap',
      image: '/media/p/one.webp',
      pricePaise: 29_900,
      quantity: 1,
    },
  ],
})

test('the same calls wait for each other', async () => {
  const [customer = '', other = ''] = twin.people.customers
  const [soap = ''] = twin.people.products
  const [open, paid, apart] = [newRow(customer, soap), newRow(other, soap), newRow(other, soap)]
  const prepare: Call[] = [
    async (tx) => {
      for (const one of twin.people.customers)
        for (const { id } of [await checkout.lockOpenCheckout(tx, one)].filter((row) => row !== undefined))
          await checkout.setState(tx, id, 'expired', 60)
    },
    (tx) => checkout.insertCheckout(tx, open, 60),
    (tx) => checkout.insertCheckout(tx, paid, 60),
    (tx) => checkout.setState(tx, paid.id, 'expired', 60),
    (tx) => checkout.insertCheckout(tx, apart, 60),
    (tx) => checkout.setState(tx, apart.id, 'abandoned', null),
    (tx) => insertPayment(tx, { id: 'pay-known', checkoutId: paid.id, amountPaise: 100, outcome: 'refund' }),
  ]
  await twin.inMemory(() => runCalls(twin.memory, prepare, true))
  await runCalls(twin.postgres, prepare, true)
  await twin.setClock(twin.scheduler.now + 120_000)
  const takers = Object.entries(lockTakers(twin, { open: open.id, paid: paid.id, apart: apart.id }))
  const found: string[] = []
  const wanted: string[] = []
  for (const [heldName, held] of takers) {
    for (const [askedName, asked] of takers) {
      const pair = `${askedName} after ${heldName}`
      if (await unmutated(() => waitsInMemory(twin, held, asked))) found.push(pair)
      if (await waitsInPostgres(twin, held, asked)) wanted.push(pair)
    }
  }
  expect(found).toEqual(wanted)
  expect(wanted).toContain('stock of one after stock of two')
  expect(wanted.length).toBeGreaterThan(takers.length)
})
