/**
 * Calls `work` for every item, at most `concurrency` at once, and waits for all. For timers, whose every item may wait for a
 * provider. `work` must not throw.
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
