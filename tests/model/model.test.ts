/** Random sequences of everything that buyers, sellers, providers and time do (docs/reliability-model.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOn } from './run-model.ts'
import { startWorld, type World } from './world.ts'

const number = (name: string): number | undefined =>
  process.env[name] ? Number(process.env[name]) : undefined
const sequences = number('MODEL_SEQUENCES') ?? 30

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test(
  'whatever happens in whatever order, stock and money are as the model says, and the invariants hold',
  { timeout: 120_000 + sequences * 5_000 },
  async () => {
    const seed = number('MODEL_SEED')
    const path = process.env['MODEL_PATH']
    const replayPath = process.env['MODEL_REPLAY_PATH']
    const report = await runOn(world, {
      sequences,
      ...(seed !== undefined && { seed }),
      ...(path !== undefined && { path }),
      ...(replayPath !== undefined && { replayPath }),
    })
    if (process.env['MODEL_SEQUENCES']) console.log(JSON.stringify(report, null, 1))
    expect(report.failure, report.failure ?? '').toBeNull()
  },
)
