/** How far a replica is behind its primary, by one clock: that of this process. */

export interface Lag {
  /** What the primary had written, as it said at `at`; `server` is when that server started. */
  note(server: string, written: number, at: number): void
  /**
   * For how long, at `askedAt`, the replica had lacked something that the primary had written. Infinite while it is not known
   * to follow the present primary.
   */
  measure(replayed: number, askedAt: number): number
  /** The last measure, or more where there was none since. */
  ms(): number
}

/** So many answers of the primary are remembered: two minutes of them. */
const maxNotes = 480

/**
 * The time of the last replayed transaction would be no measure, because an idle primary sends none. The position of the
 * primary is one: the replica of an idle primary has replayed all of it.
 */
export function openLag(): Lag {
  /** The positions that the replica is not known to have, oldest first. */
  const missing: { written: number; at: number }[] = []
  let primary: string | undefined
  let lastReplayed: number | undefined
  /** The replayed position at the change to another primary, until the replica has replayed more. */
  let barrier: number | undefined

  return {
    note(server, written, at) {
      if (primary !== undefined && primary !== server) {
        // A replica of the old primary may have more than the new one had at first, and would seem not to be behind.
        barrier = lastReplayed
        missing.length = 0
      }
      primary = server
      missing.push({ written, at })
      // Far behind, the exact time does not matter.
      if (missing.length > maxNotes) missing.splice(1, 1)
    },
    measure(replayed, askedAt) {
      lastReplayed = replayed
      while (missing[0] && missing[0].written <= replayed) missing.shift()
      if (barrier !== undefined && replayed <= barrier) return Infinity
      barrier = undefined
      return missing[0] ? Math.max(0, askedAt - missing[0].at) : 0
    },
    ms: () => (missing[0] ? Math.max(0, performance.now() - missing[0].at) : 0),
  }
}
