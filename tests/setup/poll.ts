import { setTimeout as sleep } from 'node:timers/promises'

/** After so many tries nothing is waited for any more: about a minute. */
export const lastTry = 250

/** The wait before the next try: what is nearly done is seen at once, and asking for what takes long does not slow it down. */
export const pauseAfter = (tries: number): Promise<void> => sleep(Math.min(20 * (tries + 1), 250))
