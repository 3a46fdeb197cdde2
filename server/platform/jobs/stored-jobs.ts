/** Reads and changes stored jobs in the queue's own table, for what the library has no call for. */
import type { Queryable, Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import type { JobName } from './queue.ts'

interface SealedJob {
  id: string
  sealed: string
}

/** Jobs of one kind that are not done: waiting for their first or next try, or given up. Active ones are left out. */
export async function sealedJobsToDo(tx: Tx, name: JobName): Promise<SealedJob[]> {
  return tx.query(sql`
    select id, data ->> 'sealed' as sealed from pgboss.job
    where name = ${name} and state in ('created', 'retry', 'failed')`)
}

/** Jobs of one kind above the id `after` whose sealed text does not begin with `prefix`, in the order of ids. */
export async function sealedJobsWithout(
  db: Queryable,
  name: JobName,
  { after, prefix, limit }: { after: string; prefix: string; limit: number },
): Promise<SealedJob[]> {
  return db.query(sql`
    select id, data ->> 'sealed' as sealed from pgboss.job
    where name = ${name} and id > ${after} and not starts_with(data ->> 'sealed', ${prefix})
    order by id limit ${limit}`)
}

/** Replaces the sealed text of a job, unless it has changed since it was read. */
export async function replaceSealed(
  db: Queryable,
  name: JobName,
  { id, before, after }: { id: string; before: string; after: string },
): Promise<void> {
  await db.query(sql`
    update pgboss.job set data = jsonb_set(data, '{sealed}', to_jsonb(${after}::text))
    where name = ${name} and id = ${id} and data ->> 'sealed' = ${before}`)
}

export async function deleteJobs(tx: Tx, name: JobName, ids: readonly string[]): Promise<void> {
  await tx.query(sql`delete from pgboss.job where name = ${name} and id = any(${ids}::uuid[])`)
}

/** Deletes the jobs that were completed `days` ago or earlier. */
export async function deleteDoneJobs(db: Queryable, name: JobName, days: number): Promise<void> {
  await db.query(sql`
    delete from pgboss.job
    where name = ${name} and state = 'completed' and completed_on < now() - ${days} * interval '1 day'`)
}
