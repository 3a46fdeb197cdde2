/** The purchase under faults between any two waits, thousands of times in one thread (docs/reliability.md). */
import { describe, expect, test } from 'vitest'
import { type Safeguard } from './safeguards.ts'
import { describeReport, replay, runSimulation } from './simulate.ts'

test('in 2,000 runs with faults no money, piece, order or mail is lost or doubled', async () => {
  const report = await runSimulation({ seeds: 2_000 })
  expect(report.brokenSeeds, describeReport(report)).toBe(0)
  // A simulation in which little is bought would prove little.
  expect(report.purchases).toBeGreaterThan(1_000)
  expect(report.refunds).toBeGreaterThan(300)
  expect(report.cancellations).toBeGreaterThan(50)
})

test('a seed gives the same run each time', async () => {
  const [one, again, other] = [await replay(11), await replay(11), await replay(12)]
  expect(one.trace.length).toBeGreaterThan(20)
  expect(again).toEqual(one)
  expect(other.trace).not.toEqual(one.trace)
})

describe('the simulation finds the fault when a safeguard is missing', () => {
  test.each<[Safeguard, number, RegExp]>([
    ['one completed checkout for one intent', 3_000, /charged 2 times for 1 purchases/],
    ['payments are known by their ids', 300, /money of an order given back/],
    ['all row locks', 300, /pieces lost or made|unexpected error/],
    ["the customer's lock", 1_000, /duplicate key/],
    [
      'units are taken only where there are enough, and the constraint',
      2_000,
      /units below zero|pieces sold/,
    ],
    ['the stored order of the provider wins', 300, /answered and not stored/],
    ['a next look after the hold', 300, /no next look/],
    ['a hold is looked at again under its lock', 1_000, /pieces lost or made|checkout_completed_seq/],
    ['products are locked in the order of their ids', 3_000, /deadlock/],
    ['the locks of the orders', 3_000, /two mails|not one mail/],
    ['the timers', 300, /hold outlived its time|money without order/],
    ['jobs in the transaction of their cause', 2_000, /no mail|not one mail|went back/],
  ])('%s', async (without, seeds, words) => {
    const { brokenSeeds, first } = await runSimulation({ seeds, without, stopAfter: 1 })
    expect(brokenSeeds).toBe(1)
    expect(first[0]?.broken.join('; ')).toMatch(words)
  })
})
