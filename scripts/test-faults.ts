/**
 * `npm run test:faults`: kills and freezes servers and PostgreSQL, hurts the network and floods the webhooks while people buy,
 * and checks that nothing paid is lost and nothing is sold twice; then model test and fuzzing (docs/reliability.md).
 * `--seed=7` repeats the choices of a run, `--rounds=0.1` does a tenth of everything, `--only=points,random` these kinds of faults.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runAll } from '../tests/faults/run.ts'

process.env.NODE_ENV = 'test'
const text = { type: 'string' } as const
const { values } = parseArgs({ options: { seed: text, rounds: text, only: text } })
const seed = Number(values.seed ?? randomInt(1_000_000))
const rounds = Number(values.rounds ?? 1)
if (!Number.isInteger(seed) || !(rounds > 0)) {
  console.error('--seed takes a whole number, --rounds a number above 0.')
  process.exit(1)
}
// The processes that it started end with it; a Vitest run gets a signal.
const stopping = new AbortController()
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const)
  process.on(event, () => {
    stopping.abort()
    process.exit(1)
  })

console.log(`Seed ${seed}, rounds ${rounds}.`)
const results = await runAll({
  seed,
  rounds,
  only: values.only?.split(',') ?? [],
  signal: stopping.signal,
  say: (line) => console.log(line),
})
console.log(`\n| what | done | seconds | faults |\n|---|---|---:|---:|`)
for (const { what, done, seconds, faults } of results)
  console.log(`| ${what} | ${done} | ${seconds} | ${faults.length} |`)
const faults = results.reduce((sum, one) => sum + one.faults.length, 0)
console.log(
  faults === 0 ? '\nNo fault was found.' : `\n${faults} faults were found: repeat them with --seed=${seed}.`,
)
process.exit(faults === 0 ? 0 : 1)
