/** A fair queue: turns go from account to account, so that one account's pictures do not delay another's. */
import { Refusal } from '../refusal.ts'

/** Shorter than the 90 seconds after which the form in the browser gives up, so that the refusal is still shown. */
const waitMs = 60_000
const noTurn = 'Many pictures are being uploaded at the moment. Please try again.'

export interface PictureQueue {
  /** Runs the work when the account has its turn. Refuses: unavailable, with Retry-After, after a minute of waiting. */
  run<T>(accountId: string, work: () => Promise<T>): Promise<T>
}

/** At most `slots` pieces of work run at once, and never two of one account. */
export function openPictureQueue(slots: number): PictureQueue {
  // The map's order is the order of turns.
  const waiting = new Map<string, (() => void)[]>()
  const busy = new Set<string>()

  function next(): void {
    for (const [accountId, starts] of waiting) {
      if (busy.size >= slots) return
      if (busy.has(accountId)) continue
      const start = starts.shift()
      if (starts.length === 0) waiting.delete(accountId)
      busy.add(accountId)
      start?.()
    }
  }
  function giveUp(accountId: string, start: () => void): void {
    const left = (waiting.get(accountId) ?? []).filter((one) => one !== start)
    if (left.length > 0) waiting.set(accountId, left)
    else waiting.delete(accountId)
  }

  return {
    async run(accountId, work) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          giveUp(accountId, start)
          reject(new Refusal('unavailable', noTurn, { retryAfterSeconds: 10 }))
        }, waitMs)
        const start = () => {
          clearTimeout(timer)
          resolve()
        }
        waiting.set(accountId, [...(waiting.get(accountId) ?? []), start])
        next()
      })
      try {
        return await work()
      } finally {
        busy.delete(accountId)
        // This account goes to the end of the queue.
        const left = waiting.get(accountId)
        if (left && waiting.delete(accountId)) waiting.set(accountId, left)
        next()
      }
    },
  }
}
