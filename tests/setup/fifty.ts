/** Makes fifty calls at once, taking these in turn. */
export const fifty = <Done>(...calls: (() => Promise<Done>)[]): Promise<Done[]> =>
  Promise.all(Array.from({ length: 50 }, (_, n) => calls[n % calls.length]!()))
