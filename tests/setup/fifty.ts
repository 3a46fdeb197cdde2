/** Makes these calls in turn, fifty in all, at once. */
export const fifty = <Done>(...calls: (() => Promise<Done>)[]): Promise<Done[]> =>
  Promise.all(Array.from({ length: 50 }, (_, n) => calls[n % calls.length]!()))
