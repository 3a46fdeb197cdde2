/** Random sequences of everything that buyers, sellers, providers and time do (docs/reliability-model.md). */
import { expect, test } from 'vitest'
import { runModel } from './run-model.ts'

const number = (name: string): number | undefined =>
  process.env[name] ? Number(process.env[name]) : undefined
const wanted = number('MODEL_SEQUENCES')
const sequences = wanted ?? 20

test(
  'whatever happens in whatever order, stock and money are as the model says, and the invariants hold',
  { timeout: 120_000 + sequences * 5_000 },
  async () => {
    const report = await runModel({
      sequences,
      // The same sequences in each `npm test`; others by the environment or by `npm run test:faults`.
      seed: number('MODEL_SEED') ?? (wanted ? undefined : 20_261_122),
      path: process.env['MODEL_PATH'],
      replayPath: process.env['MODEL_REPLAY_PATH'],
    })
    if (wanted) console.log(JSON.stringify(report, null, 1))
    expect(report.failure, report.failure ?? '').toBeNull()
  },
)
