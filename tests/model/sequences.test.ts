/**
 * Short sequences, each of which goes wrong where one safeguard of the shop is missing: tests/defects/defects.ts takes the
 * safeguards out. Random sequences (model.test.ts) find the same, later.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../setup/nightly.ts'
import type { ModelCommand } from './command.ts'
import { askReturn, bookParcel, courierSays, moveReturn } from './commands/orders.ts'
import { payAndVerify, payFails, payLate, payOtherAmount, refundAtProvider } from './commands/paying.ts'
import { setStock } from './commands/selling.ts'
import {
  askWithoutEnd,
  editQuantity,
  renewHold,
  startPayment,
  startPaymentTwice,
} from './commands/shopping.ts'
import { minutesPass, timersRun } from './commands/time.ts'
import { runSequence } from './run-model.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

async function passes(_: string, sequence: ModelCommand[]): Promise<void> {
  await expect(runSequence(world, sequence)).resolves.toBeUndefined()
}

const ask = (where: 0 | 1) => startPayment.of({ who: 0, where, what: 3 })
const paid = (which: number) => payAndVerify.of({ which })
/** An order is delivered, and its pieces come back for an exchange. */
const exchanged = [
  ask(0),
  paid(0),
  courierSays.of({ which: 0, word: 'delivered' }),
  askReturn.of({ which: 0, units: 1, reason: 'damaged', wanted: 'exchange' }),
  moveReturn.of({ which: 0, move: 'accept', restock: false }),
  moveReturn.of({ which: 0, move: 'receive', restock: false }),
]

test.each<[string, ModelCommand[]]>([
  [
    'an earlier attempt that was replaced is paid after a later one',
    [ask(0), ask(1), ask(0), paid(0), paid(2)],
  ],
  [
    'an attempt whose hold has ended is paid after the goods were bought again',
    [
      ask(0),
      payFails.of({ which: 0 }),
      minutesPass.of({ minutes: 16 }),
      ask(0),
      paid(0),
      payLate.of({ which: 0 }),
      timersRun.of({}),
    ],
  ],
  [
    'the whole payment is refunded in the dashboard before its parcel is booked',
    [
      ask(0),
      paid(0),
      refundAtProvider.of({ which: 0, part: false, told: true }),
      bookParcel.of({ which: 0 }),
    ],
  ],
  ['a later attempt is paid after the one that it had replaced', [ask(0), ask(1), paid(1), paid(0)]],
  [
    'the provider answers after the attempt was replaced',
    [
      ask(0),
      ...Array.from({ length: 3 }, (_, i) => [
        editQuantity.of({ who: 0, what: 3, units: 2 + i }),
        startPaymentTwice.of({ who: 0, first: 1, second: 0 }),
      ]).flat(),
    ],
  ],
  [
    'two tabs ask for one cart while the provider is slow',
    [
      ask(0),
      editQuantity.of({ who: 0, what: 3, units: 2 }),
      startPaymentTwice.of({ who: 0, first: 0, second: 0 }),
    ],
  ],
  ['a buyer asks for payment without end', [ask(0), askWithoutEnd.of({ who: 0 })]],
  [
    'the seller withdraws the pieces during a hold',
    [ask(0), setStock.of({ what: 3, units: 0 }), minutesPass.of({ minutes: 16 })],
  ],
  [
    'an exchange whose pieces came back is refunded',
    [...exchanged, moveReturn.of({ which: 0, move: 'refund', restock: false })],
  ],
])('%s', passes)

test.each<[string, ModelCommand[]]>([
  ['another amount is paid than the price', [ask(0), payOtherAmount.of({ which: 0 }), timersRun.of({})]],
  [
    'a hold is renewed before it ends, again and again',
    [ask(0), ...Array.from({ length: 3 }, () => renewHold.of({ who: 0, where: 0 }))],
  ],
  ['the pieces of an exchange come back', exchanged],
])(
  '%s',
  nightly(
    'The amount is proved in settle.test.ts each time, the hold in hold-limits.test.ts, the exchange above.',
  ),
  passes,
)
