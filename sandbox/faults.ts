/** Fault injection for all stand-ins: which calls fail, how, how often and with which probability. */
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

export type PlannedFault<Call extends string, Kind extends string> = {
  call: Call | '*'
  fault: Kind
  times: number
  ms: number
  /** Probability from 0 to 1; a call that is spared does not use up the fault. */
  chance: number
}

const HANG_AT_MOST_MS = 120_000

export class Faults<Call extends string, Kind extends string> {
  readonly #random: () => number
  readonly #notByWildcard: readonly Call[]
  #planned: PlannedFault<Call, Kind>[] = []

  /** `random` decides about `chance`. `notByWildcard`: calls that '*' does not include. */
  constructor(random: () => number, notByWildcard: readonly Call[] = []) {
    this.#random = random
    this.#notByWildcard = notByWildcard
  }

  /** Faults of the same call are injected in the order in which they were planned. */
  plan(fault: PlannedFault<Call, Kind>): void {
    this.#planned.push(fault)
  }

  clear(): void {
    this.#planned = []
  }

  list(): PlannedFault<Call, Kind>[] {
    return this.#planned
  }

  take(call: Call): PlannedFault<Call, Kind> | undefined {
    const fault = this.#planned.find(
      (one) =>
        (one.call === call || (one.call === '*' && !this.#notByWildcard.includes(call))) &&
        (one.chance === 1 || this.#random() < one.chance),
    )
    if (fault === undefined) return undefined
    fault.times -= 1
    this.#planned = this.#planned.filter((one) => one.times > 0)
    return fault
  }
}

/** Closes the connection without a reply. */
export function cut(outgoing: HttpBindings['outgoing']): Response {
  outgoing.destroy()
  return RESPONSE_ALREADY_SENT
}

/** Does not reply: waits until the caller closes the connection. */
export async function hang(outgoing: HttpBindings['outgoing']): Promise<Response> {
  const over = new AbortController()
  outgoing.once('close', () => over.abort())
  await wait(HANG_AT_MOST_MS, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
  return cut(outgoing)
}
