/** Random sequences of everything that buyers, sellers, providers and time do (docs/reliability.md). */
// @module-tag nightly: Random sequences. sequences.test.ts plays short ones each time.
import { describe, expect, test } from 'vitest'
import { nightly } from '../setup/nightly.ts'
import { runModel } from './run-model.ts'

const number = (name: string): number | undefined =>
  process.env[name] ? Number(process.env[name]) : undefined
const wanted = number('MODEL_SEQUENCES')

const kinds = [
  ['from the purchase to the payout', undefined, 12],
  ['around an exchange', 'exchanges', 6],
] as const

test.each(kinds)(
  'whatever happens in whatever order, stock and money are as the model says, and the invariants hold: %s',
  { timeout: 120_000 + (wanted ?? 20) * 20_000 },
  async (_, about, sequences) => {
    const report = await runModel({
      sequences: wanted ?? sequences,
      about,
      // The same sequences in each `npm test`; others by the environment or by `npm run test:faults`.
      seed: number('MODEL_SEED') ?? (wanted ? undefined : 20_261_122),
      path: process.env['MODEL_PATH'],
      replayPath: process.env['MODEL_REPLAY_PATH'],
    })
    if (wanted) console.log(JSON.stringify(report, null, 1))
    expect(report.failure, report.failure ?? '').toBeNull()
  },
)

// A large run (MODEL_SEQUENCES) is one run.
describe.runIf(wanted === undefined)('sequences that npm test leaves out', () => {
  test.each(kinds)(
    '150 sequences end as the model says: %s',
    { timeout: 3_600_000, ...nightly('Minutes. The other test of this file plays eighteen sequences.') },
    async (_, about) => {
      const report = await runModel({ sequences: 150, about, seed: 20_261_123 })
      expect(report.failure, report.failure ?? '').toBeNull()
    },
  )
})
