/** Works through a list, some of it at a time: for timers whose every item may wait for a provider. */

/** Calls `work` for every item, at most `most` at once, and waits for all. `work` must not throw. */
export async function eachAtOnce<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: most }, worker))
}
