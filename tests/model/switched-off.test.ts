/** The model test finds what goes wrong without each safeguard: otherwise its silence would say nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOn } from './run-model.ts'
import { switchedOff, switches } from './switches.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test.each(switches)('without its safeguard is found: $name', async (off) => {
  const seed = Number(process.env['MODEL_SEED'] ?? 1)
  const report = await switchedOff(world.shop.db, off, () =>
    runOn(world, { sequences: 150, seed, endOnFailure: true }),
  )
  console.log(
    JSON.stringify(
      {
        name: off.name,
        sequences: report.sequences,
        commands: report.commands,
        seconds: report.seconds,
        failure: report.failure?.slice(0, 1500),
      },
      null,
      1,
    ),
  )
  expect(report.failure).not.toBeNull()
})
