/** Trouble made on purpose, whatever the provider: which calls go wrong, how, how often and how likely. */
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

export type Planned<Call extends string, Kind extends string> = {
  call: Call | '*'
  fault: Kind
  times: number
  ms: number
  /** From 0 to 1; a fault that spares a call is not used up. */
  chance: number
}

const HANG_AT_MOST_MS = 120_000

export class Faults<Call extends string, Kind extends string> {
  readonly #notByStar: readonly Call[]
  #planned: Planned<Call, Kind>[] = []

  /** `notByStar`: what only its own name means. */
  constructor(notByStar: readonly Call[] = []) {
    this.#notByStar = notByStar
  }

  /** Faults of the same call happen in the order they were planned. */
  plan(fault: Planned<Call, Kind>): void {
    this.#planned.push(fault)
  }

  clear(): void {
    this.#planned = []
  }

  list(): Planned<Call, Kind>[] {
    return this.#planned
  }

  take(call: Call): Planned<Call, Kind> | undefined {
    const fault = this.#planned.find(
      (one) =>
        (one.call === call || (one.call === '*' && !this.#notByStar.includes(call))) &&
        Math.random() < one.chance,
    )
    if (fault === undefined) return undefined
    fault.times -= 1
    this.#planned = this.#planned.filter((one) => one.times > 0)
    return fault
  }
}

/** Ends the connection without an answer. */
export function cut(outgoing: HttpBindings['outgoing']): Response {
  outgoing.destroy()
  return RESPONSE_ALREADY_SENT
}

/** Never answers: waits until the caller has gone. */
export async function hang(outgoing: HttpBindings['outgoing']): Promise<Response> {
  const over = new AbortController()
  outgoing.once('close', () => over.abort())
  await wait(HANG_AT_MOST_MS, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
  return cut(outgoing)
}
