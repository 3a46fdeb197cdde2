/** Takes mail out of the queue that is for addresses which are no more. */
import type { Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import type { Shop } from '../shop.ts'
import { openMailJob } from './queue-mail.ts'

/** Waiting and failed mail; answers how many. One that no key of ours opens stays. */
export async function dropMailTo(
  tx: Tx,
  secrets: Shop['secrets'],
  addresses: readonly string[],
): Promise<number> {
  const rows = await tx.query<{ id: string; sealed: string }>(sql`
    select id, data ->> 'sealed' as sealed from pgboss.job
    where name = 'send-mail' and state in ('created', 'retry', 'failed')`)
  const ids = rows.filter(({ sealed }) => addresses.includes(addressOf(sealed))).map(({ id }) => id)
  await tx.query(sql`delete from pgboss.job where name = 'send-mail' and id = any(${ids}::uuid[])`)
  return ids.length

  function addressOf(sealed: string): string {
    try {
      return openMailJob({ secrets }, sealed).to
    } catch {
      return ''
    }
  }
}
