/** The places of uploads: so many are received or wait for their turn at once, which bounds the space that they take on the disk. */
import { Refusal } from '../refusal.ts'

/** How many of them one account may have: two forms with all their pictures, and fewer when places get scarce. */
const maxOfAccount = (taken: number) => (taken < 20 ? 10 : taken < 35 ? 4 : 2)
const tooManyOfOne = 'Too many uploads at once. Please wait for those that are on their way.'
const tooMany = 'Too many uploads at the moment. Please try again.'

/** A body that arrives for longer than this gives its place to somebody who finds none. */
const graceMs = 10_000

export interface Place {
  /** Aborted when the place goes to another upload, never after `arrived`. */
  readonly taken: AbortSignal
  /** The whole body is there: from now on the place is kept. */
  arrived(): void
}

interface UploadPlaces {
  /** Refuses: too-often for an account that has its share; unavailable if all places are taken by quicker uploads. */
  run<T>(accountId: string, upload: (place: Place) => Promise<T>): Promise<T>
}

export function openUploadPlaces(places: number): UploadPlaces {
  const countOf = new Map<string, number>()
  /** The uploads whose bodies arrive, oldest first. */
  const arriving = new Map<AbortController, number>()
  let taken = 0

  /** Ends the upload that arrives for the longest time, if that is long; returns whether there was one. */
  function takeFromSlowest(): boolean {
    for (const [controller, began] of arriving) {
      if (performance.now() - began < graceMs) return false
      arriving.delete(controller)
      controller.abort()
      // Its place is free when its work has ended, a moment later.
      return true
    }
    return false
  }

  return {
    async run(accountId, upload) {
      const own = countOf.get(accountId) ?? 0
      if (own >= maxOfAccount(taken)) throw new Refusal('too-often', tooManyOfOne, { retryAfterSeconds: 10 })
      if (taken >= places && !takeFromSlowest())
        throw new Refusal('unavailable', tooMany, { retryAfterSeconds: 10 })
      const controller = new AbortController()
      taken += 1
      countOf.set(accountId, own + 1)
      arriving.set(controller, performance.now())
      try {
        return await upload({ taken: controller.signal, arrived: () => void arriving.delete(controller) })
      } finally {
        taken -= 1
        arriving.delete(controller)
        const left = (countOf.get(accountId) ?? 1) - 1
        if (left > 0) countOf.set(accountId, left)
        else countOf.delete(accountId)
      }
    },
  }
}
