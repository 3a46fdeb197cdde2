/** Jobs that the queue has given up. */
import { type Sql, sql } from '../../server/platform/db/sql.ts'
import type { JobName } from '../../server/platform/jobs/queue.ts'
import type { TestShop } from './shop.ts'

/** Marks the newest job of this kind for which `where` holds as given up by the queue; returns its id. */
export async function giveUpJob({ db }: Pick<TestShop, 'db'>, name: JobName, where: Sql): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    update pgboss.job set state = 'failed', retry_count = retry_limit, completed_on = now(),
      output = ${JSON.stringify({ message: '451 try later\nstack' })}::jsonb
    where id = (select id from pgboss.job where name = ${name} and ${where} order by created_on desc limit 1) returning id`)
  if (!row) throw new Error(`there is no job ${name}`)
  return row.id
}
