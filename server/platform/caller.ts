/** Who causes the present work: set once where a request comes in, so that no use case has to pass it on. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Cost } from '../../contract/endpoint.ts'
import type { Queryable, Tx } from './db/client.ts'

export interface Person {
  id: string | null
  /** The e-mail of an account, or the name of a command or job. */
  name: string
}

export interface Caller {
  /** Null: somebody who is not logged in. */
  actor: Person | null
  ip: string | null
  userAgent: string | null
  requestId: string | null
  /** The call that the actor confirms (second-person.ts). */
  confirms?: {
    askedBy: { id: string; name: string }
    isAsAsked: (tx: Tx) => Promise<boolean>
    comparedIn: WeakSet<Queryable>
  }
  /** In tests: a request without slots of its own, which may not wait for an outside provider (http/provider-calls.ts). */
  sharesSlots?: boolean
  /** In tests: what the running call declares to cost, beside its limits in the contract. */
  costs?: readonly Cost[]
}

const callers = new AsyncLocalStorage<Caller>()

/** All audit entries that `work` writes name this caller. */
export function runAsCaller<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work)
}

/** Jobs and timers have no caller: the shop itself acts. */
export function currentCaller(): Caller {
  return (
    callers.getStore() ?? { actor: { id: null, name: 'shop' }, ip: null, userAgent: null, requestId: null }
  )
}

/** Throws, in tests, for a call that costs what its endpoint does not declare: it would have the limits of a cheap one. */
export function requireDeclared(cost: Cost): void {
  const { costs } = currentCaller()
  if (costs && !costs.includes(cost))
    throw new Error(`this call declares no cost '${cost}' in the contract, and no limits for it`)
}
