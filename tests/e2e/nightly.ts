const annotated = (tag: string, reason: string) => ({
  tag,
  annotation: { type: 'nightly', description: reason },
})

/**
 * The details of a browser test or group that `npm test` leaves out and `npm run test:nightly` runs (decision 43). The reason
 * says what is costly, and which test proves the rule in `npm test`.
 */
export const nightly = (reason: string) => annotated('@nightly', reason)

/** `npm test` runs this test at the width of a phone, `npm run test:nightly` at that of a laptop. */
export const nightlyOnLaptops = (reason: string) => annotated('@nightly-laptop', reason)
