/** A step of a chain, and what all chains use. */
import type { TestShop } from '../setup/shop.ts'
import type { Cast, Person } from './cast.ts'
import type { Given } from './drafts.ts'
import type { Random } from './random.ts'
import type { Sent } from './send.ts'

export interface Step extends Given {
  operation: string
  person: Person
}
export type Chain = AsyncGenerator<Step, void, Sent>
export interface Stage {
  shop: TestShop
  cast: Cast
  random: Random
  number: number
}

export const call = (person: Person, operation: string, given: Given = {}): Step => ({
  person,
  operation,
  ...given,
})
/** What a good reply tells; empty if it told nothing, as one to HEAD does. */
export const told = (sent: Sent): Record<string, any> =>
  sent.status === 200 && typeof sent.body === 'object' && sent.body !== null ? sent.body : {}
export const listOf = (sent: Sent): any[] =>
  sent.status === 200 && Array.isArray(sent.body) ? sent.body : []

/** Waits until no job is due: what a job changes is not the doing of a request. False if some are due after two seconds. */
export async function untilJobsRest(shop: TestShop): Promise<boolean> {
  const due = () =>
    shop.db.execute(
      `select 1 from pgboss.job where state = 'active' or state in ('created', 'retry') and start_after <= now() limit 1`,
    )
  for (let tries = 0; tries < 40; tries += 1) {
    if ((await due()).rows.length === 0) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}
