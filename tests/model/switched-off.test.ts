/**
 * The model test finds what goes wrong without each safeguard: otherwise its silence would say nothing. One short sequence for each
 * here; `MODEL_SEQUENCES` lets random ones look for it as well.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runOn, runSequence } from './run-model.ts'
import { switchedOff, switches } from './switches.ts'
import { startWorld, type World } from './world.ts'

const sequences = Number(process.env['MODEL_SEQUENCES'] ?? 0)

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

describe.each(switches)('$name', (off) => {
  test('found without its safeguard, and only then', async () => {
    await runSequence(world, off.sequence)
    const without = switchedOff(world.shop.db, off, () => runSequence(world, off.sequence))
    await expect(without).rejects.toThrow(off.rule)
  })

  if (sequences === 0) return
  test('found by random sequences', { timeout: sequences * 5_000 }, async () => {
    const seed = Number(process.env['MODEL_SEED'] ?? 1)
    const report = await switchedOff(world.shop.db, off, () =>
      runOn(world, { sequences, seed, endOnFailure: true }),
    )
    const { failure, commands, seconds } = report
    console.log(
      JSON.stringify({ name: off.name, seed, sequences: report.sequences, commands, seconds, failure }),
    )
    expect(failure).toContain(off.rule)
  })
})
