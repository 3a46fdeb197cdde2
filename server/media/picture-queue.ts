/** Whose picture is made next: a turn goes from account to account, so that nobody's pictures hold up somebody else's. */
import { Refusal } from '../refusal.ts'

/** Somebody whose browser still listens then: the form gives up after a minute and a half of silence. */
const waitMs = 60_000
const noTurn = 'Many pictures are being uploaded at the moment. Please try again.'

export interface PictureQueue {
  /** Does the work when the account has its turn. Refuses: unavailable, with Retry-After, after a minute without one. */
  run<T>(accountId: string, work: () => Promise<T>): Promise<T>
}

/** `slots` pieces of work run at once, and never two of one account. */
export function openPictureQueue(slots: number): PictureQueue {
  // In the order of their turns.
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
        // Behind everybody who came meanwhile.
        const left = waiting.get(accountId)
        if (left && waiting.delete(accountId)) waiting.set(accountId, left)
        next()
      }
    },
  }
}
