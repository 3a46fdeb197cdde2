/**
 * `npm run test:mutation`: changes the code in small ways and looks whether a test fails (docs/reliability.md).
 * `-- server/buying/checkout server/money/payments/rules.ts` takes these folders and files, `--again` tries only what no earlier run has
 * killed, `--sample=150 --seed=1` only so many of each folder, drawn by the seed, `--near` only with the tests of the same
 * folder, `--budget=60` gives a mutant tests of 60 seconds, `--processes=3` works in so many processes.
 */
import { parseArgs } from 'node:util'
import { describeOutcomes } from '../tests/mutation/describe.ts'
import { provenFolders, runMutation } from '../tests/mutation/run.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const { values, positionals } = parseArgs({
  options: { again: flag, near: flag, budget: text, processes: text, sample: text, seed: text },
  allowPositionals: true,
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
process.on('disconnect', () => process.exit(1))

const targets = positionals.length > 0 ? positionals : provenFolders
const outcomes = await runMutation({
  targets,
  again: values.again,
  near: values.near,
  budget: values.budget === undefined ? undefined : Number(values.budget) * 1_000,
  sample: values.sample === undefined ? undefined : { size: Number(values.sample), seed: values.seed ?? '1' },
  processes: Number(values.processes ?? 3),
  say: (line) => console.log(line),
})
console.log(describeOutcomes(outcomes))
process.exit(0)
