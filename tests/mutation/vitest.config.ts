import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { root } from '../../scripts/run-tool.ts'
import type { Plan } from './instrument.ts'
import { cacheFolder, planFile, readJson, shiftFile } from './order.ts'

const planHash = createHash('sha256').update(readFileSync(planFile)).digest('hex').slice(0, 12)
const { sources } = readJson<Plan>(planFile)

export default defineConfig({
  root,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      load: (id) => sources[path.relative(root, id.split('?', 1)[0] ?? id)],
    },
  ],
  test: {
    include: [shiftFile],
    tags: [{ name: 'nightly', description: 'Not tried: each of their rules has a test that is quicker.' }],
    // Read again by each new process; another set of mutants is another folder.
    fsModuleCache: true,
    fsModuleCachePath: path.join(cacheFolder, `modules-${planHash}`),
    globalSetup: 'tests/setup/database.ts',
    runner: 'tests/mutation/runner.ts',
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // A mutant may leave a promise that nobody waits for.
    dangerouslyIgnoreUnhandledErrors: true,
  },
})
