/** Time that passes, and the timers of the shop. */
import fc from 'fast-check'
import { sweepCheckouts } from '../../../server/buying/checkout/sweep-checkouts.ts'
import { sweepUnmatched } from '../../../server/buying/checkout/settle-unmatched.ts'
import { answerRefund } from '../../../server/money/payments/manage-refunds.ts'
import { sweepRefunds } from '../../../server/money/payments/sweep-refunds.ts'
import { sql } from '../../../server/platform/db/sql.ts'
import { fastForward } from '../../../scripts/clock/fast-forward.ts'
import { ageCheckouts, makeCheckoutsDue } from '../../setup/clock.ts'
import { command, type ModelCommand, often, type Real } from '../command.ts'
import type { Model } from '../model.ts'
import { observe } from '../observe.ts'

/** Counts for how long unpaid attempts keep their stock while so many minutes pass. */
function countHolds(model: Model, { before }: Real, minutes: number): void {
  for (const { orderId, state, holdMinutes } of before.checkouts) {
    const attempt = model.attempts.find((one) => one.orderId === orderId)
    const lasts = Math.min(minutes, holdMinutes)
    if (attempt && state === 'open' && lasts > 0) attempt.held.push([model.minute, model.minute + lasts])
  }
  model.minute += minutes
}

/** The timers that look after money, as if all that they watch were due, and a person who explains refunds in the dashboard. */
export async function sweep({ world: { shop } }: Pick<Real, 'world'>): Promise<void> {
  const asked = await shop.db.query<{ id: string }>(sql`select id from refund where attention = 'unmatched'`)
  for (const { id } of asked)
    await answerRefund(shop.running.shop, id, { answer: 'gift', note: 'A kind word.' })
  await makeCheckoutsDue(shop)
  await sweepCheckouts(shop.running.shop)
  await sweepUnmatched(shop.running.shop)
  await sweepRefunds(shop.running.shop)
}

/** The timer runs each minute, so that no hold stays long after its end. */
export async function letMinutesPass(model: Model, real: Real, minutes: number): Promise<void> {
  countHolds(model, real, minutes)
  await ageCheckouts(real.world.shop, minutes)
  const { checkouts } = await observe(real.world.shop)
  if (checkouts.some(({ state, holdMinutes }) => state === 'open' && holdMinutes < 0)) await sweep(real)
}

export const minutesPass = command({
  name: 'MinutesPass',
  params: fc.record({ minutes: fc.constantFrom(14, 14, 16, 31, 2, 61) }),
  can: (model) => model.attempts.length > 0,
  run: ({ minutes }, model, real) => letMinutesPass(model, real, minutes),
})

export const timersRun = command({
  name: 'TimersRun',
  params: fc.constant({}),
  can: (model) => model.attempts.length > 0,
  run: (_, __, real) => sweep(real),
})

const daysPass = command({
  name: 'DaysPass',
  params: fc.record({ days: fc.constantFrom(2, 8) }),
  // Invoices keep their numbers: a sequence must not leave the financial year.
  can: (model) => model.attempts.length > 0 && model.minute < 60 * 1_440,
  async run({ days }, model, real) {
    await sweep(real)
    countHolds(model, { ...real, before: await observe(real.world.shop) }, days * 1_440)
    await fastForward(real.world.shop.running.shop, days)
    await sweep(real)
  },
})

export const timeCommands: fc.Arbitrary<ModelCommand>[] = [...often(6, minutesPass), timersRun, daysPass]
