/**
 * Runs a task with the statements as they are written. Mutation testing (docs/reliability.md) changes statements while
 * they run; the tables in memory know each by its text, so that only PostgreSQL may be given a changed one.
 */
export async function unmutated<T>(task: () => Promise<T>): Promise<T> {
  const switches = (globalThis as { __stryker__?: { activeMutant?: string | undefined } }).__stryker__
  if (!switches) return task()
  const { activeMutant } = switches
  switches.activeMutant = undefined
  try {
    return await task()
  } finally {
    switches.activeMutant = activeMutant
  }
}
