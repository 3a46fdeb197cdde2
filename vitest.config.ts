import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,sandbox,demo,web,scripts,tests,bench}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/setup/database.ts',
    // One process per test file: each shop under test has its own pools, timers and sockets.
    pool: 'forks',
    // More workers than processors, because many tests wait for jobs, mail and child processes.
    maxWorkers: 6,
    // One retry on CI, where a race test may miss its window on a busy machine. A real bug fails twice.
    retry: process.env.CI ? 1 : 0,
    // Long enough that a busy machine fails no test, short enough that a hanging test does fail.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
