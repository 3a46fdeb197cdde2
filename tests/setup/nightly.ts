declare module 'vitest' {
  interface TaskMeta {
    /** Why `npm test` leaves this test out. */
    nightly?: string
  }
}

/**
 * The options of a test or group that `npm test` leaves out and `npm run test:nightly` runs (decision 27). The reason names what is
 * costly, and the test that proves the rule in `npm test`.
 */
export const nightly = (reason: string) => ({ tags: 'nightly', meta: { nightly: reason } })
