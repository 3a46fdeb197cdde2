/** Runs random sequences of commands on one shop, each from the same state, and shrinks the first that fails. */
import fc from 'fast-check'
import { type ModelCommand, often, type Real, workAndCompare } from './command.ts'
import { askReturn, courierSays, moveReturn, orderCommands } from './commands/orders.ts'
import { payAndVerify, payAttempt, payingCommands } from './commands/paying.ts'
import { sellingCommands } from './commands/selling.ts'
import { editQuantity, shoppingCommands, startPayment } from './commands/shopping.ts'
import { letMinutesPass, sweep, timeCommands } from './commands/time.ts'
import { compareWithProvider } from './compare.ts'
import { Model } from './model.ts'
import { observe } from './observe.ts'
import { startUnits, startWorld, type World } from './world.ts'

export interface ModelRun {
  sequences: number
  /** Random where it is left out; the same seed makes the same sequences. */
  seed?: number | undefined
  /** Of a failure that was printed before: its `path` and `replayPath`. */
  path?: string | undefined
  replayPath?: string | undefined
  /** The sequences begin with an order that comes back for an exchange, or a part of the way there. */
  about?: 'exchanges' | undefined
  /** The most commands of one sequence. */
  commands?: number
  /** Ends at the first failure instead of looking for a shorter sequence. */
  endOnFailure?: boolean
}

export interface ModelReport {
  seed: number
  /** Sequences that were run, the failing one included. */
  sequences: number
  commands: number
  counts: Record<string, number>
  seconds: number
  /** The shortest failing sequence, why it fails, and how to run it again; null where none failed. */
  failure: string | null
}

/** `runModel` on a shop of its own. */
export async function runModel(run: ModelRun): Promise<ModelReport> {
  const world = await startWorld()
  try {
    return await runOn(world, run)
  } finally {
    await world.stop()
  }
}

/** Two pieces are bought and delivered, and one of them comes back for an exchange; each of the last steps may be missing. */
const beginnings = fc
  .integer({ min: 4, max: 8 })
  .map((steps) =>
    [
      startPayment.of({ who: 0, where: 0, what: 3 }),
      editQuantity.of({ who: 0, what: 3, units: 2 }),
      startPayment.of({ who: 0, where: 0, what: 3 }),
      payAndVerify.of({ which: 0 }),
      courierSays.of({ which: 0, word: 'delivered' }),
      askReturn.of({ which: 0, units: 1, reason: 'damaged', wanted: 'exchange' }),
      moveReturn.of({ which: 0, move: 'accept', restock: false }),
      moveReturn.of({ which: 0, move: 'receive', restock: false }),
    ].slice(0, steps),
  )

export async function runOn(world: World, run: ModelRun): Promise<ModelReport> {
  const { sequences, path, replayPath, about, commands: maxCommands = 40, endOnFailure = false } = run
  const seed = run.seed ?? Math.floor(Math.random() * 2 ** 31)
  const counts = new Map<string, number>()
  const all = [shoppingCommands, payingCommands, timeCommands, orderCommands, sellingCommands].flat()
  const moreOfOrders = [...often(6, orderCommands), timeCommands, sellingCommands].flat()
  const began = performance.now()
  const details = await fc.check(
    fc.asyncProperty(
      fc.commands(about ? moreOfOrders : all, {
        maxCommands,
        size: 'max',
        ...(replayPath !== undefined && { replayPath }),
      }),
      about ? beginnings : fc.constant([]),
      (commands, beginning) => runSequence(world, [...beginning, ...commands], counts),
    ),
    // Shrinking a failure takes as long as a hundred sequences: it ends after some minutes, with the shortest so far.
    {
      seed,
      numRuns: sequences,
      interruptAfterTimeLimit: sequences * 4_000 + 60_000,
      endOnFailure,
      ...(path !== undefined && { path }),
    },
  )
  return {
    seed,
    sequences: details.numRuns,
    commands: [...counts.values()].reduce((sum, count) => sum + count, 0),
    counts: Object.fromEntries([...counts].toSorted(([a], [b]) => a.localeCompare(b))),
    seconds: Math.round((performance.now() - began) / 100) / 10,
    failure: details.failed ? await failureOf(details) : null,
  }
}

/** One sequence, from the state before the first. Throws a Difference. */
export async function runSequence(
  world: World,
  commands: Iterable<ModelCommand>,
  counts = new Map<string, number>(),
): Promise<void> {
  await world.reset()
  const model = new Model(startUnits)
  const real: Real = { world, before: await observe(world.shop), counts }
  await fc.asyncModelRun(() => ({ model, real }), commands)
  await finish(model, real)
}

async function failureOf<T>(details: fc.RunDetails<T>): Promise<string> {
  const cause =
    details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)
  return `${cause}\n${await fc.asyncDefaultReportMessage(details)}`
}

/**
 * Faults end. What can still be paid is paid, in one sequence while holds last and in the next one after they ended, and no webhook
 * tells of it. Two rounds of the timers have to be enough: then everything that was paid is an order or went back.
 */
async function finish(model: Model, real: Real): Promise<void> {
  const { world } = real
  await world.shop.kit('/sandbox/payments/faults', undefined, 'DELETE')
  model.step += 1
  if (model.step % 2 === 0) {
    await letMinutesPass(model, real, 16)
    await workAndCompare(model, real)
  }
  const open = model.attempts.filter((attempt) => attempt.boughtAtStep === null && model.isPayable(attempt))
  for (const attempt of new Set([...open.slice(0, 2), ...open.slice(-2)])) {
    await payAttempt(model, real, attempt)
    model.step += 1
    await sweep(real)
    await workAndCompare(model, real)
  }
  await sweep(real)
  await workAndCompare(model, real)
  await compareWithProvider(model, world, real.before)
}
