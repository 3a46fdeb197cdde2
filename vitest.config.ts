import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,sandbox,demo,web,scripts,tests,bench}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/setup/database.ts',
    // A process a file: shops under test have pools, timers and sockets of their own.
    pool: 'forks',
    // More than processors: many tests wait for jobs, mails and processes of their own.
    maxWorkers: 6,
    // As in the browser tests: on a busy machine a race may miss its moment once; one that is broken fails twice.
    retry: process.env.CI ? 1 : 0,
    // A test that hangs is to fail, one on a busy machine is not.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
