import { setTimeout as sleep } from 'node:timers/promises'

/** After so many tries nothing is waited for any more: about a minute. */
export const lastTry = 600

/** The wait before the next try: what is nearly done is seen at once, and what takes long is not asked for twenty times a second. */
export const pauseAfter = (tries: number): Promise<void> => sleep(Math.min(20 * (tries + 1), 100))
