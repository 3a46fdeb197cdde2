/** Reads and changes stored jobs in the queue's own table, for what the library has no call for. */
import type { Queryable, Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'
import type { JobName } from './queue.ts'

interface SealedJob {
  id: string
  sealed: string
}

/**
 * Gives the job that waits for the next slot of this key a newer payload; false where none waits. A worker that is taking it at
 * this moment is waited for.
 */
export async function replaceWaiting(tx: Tx, name: JobName, key: string, payload: object): Promise<boolean> {
  const rows = await tx.query(sql`
    update pgboss.job set data = ${JSON.stringify(payload)}::jsonb
    where name = ${name} and singleton_key = ${key} and singleton_on > now() at time zone 'utc' and state = 'created'
    returning 1`)
  return rows.length > 0
}

/** The queues in which a job waits whose time has come: one look into the queue's index for each. */
export async function queuesWithDueJobs(db: Queryable, names: readonly JobName[]): Promise<JobName[]> {
  const rows = await db.query<{ name: JobName }>(sql`
    select q.name from unnest(${names}::text[]) q(name) where exists (
      select from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after < now())`)
  return rows.map(({ name }) => name)
}

/** Jobs of these kinds that are not done: waiting for their first or next try, or given up. Active ones are left out. */
export async function sealedJobsToDo(tx: Tx, names: readonly JobName[]): Promise<SealedJob[]> {
  return tx.query(sql`
    select id, data ->> 'sealed' as sealed from pgboss.job
    where name = any(${names}::text[]) and state in ('created', 'retry', 'failed')`)
}

/** Jobs of these kinds above the id `after` whose sealed text does not begin with `prefix`, in the order of ids. */
export async function sealedJobsWithout(
  db: Queryable,
  names: readonly JobName[],
  { after, prefix, limit }: { after: string; prefix: string; limit: number },
): Promise<SealedJob[]> {
  return db.query(sql`
    select id, data ->> 'sealed' as sealed from pgboss.job
    where name = any(${names}::text[]) and id > ${after} and not starts_with(data ->> 'sealed', ${prefix})
    order by id limit ${limit}`)
}

/** Replaces the sealed text of a job, unless it has changed since it was read. */
export async function replaceSealed(
  db: Queryable,
  names: readonly JobName[],
  { id, before, after }: { id: string; before: string; after: string },
): Promise<void> {
  await db.query(sql`
    update pgboss.job set data = jsonb_set(data, '{sealed}', to_jsonb(${after}::text))
    where name = any(${names}::text[]) and id = ${id} and data ->> 'sealed' = ${before}`)
}

export async function deleteJobs(tx: Tx, names: readonly JobName[], ids: readonly string[]): Promise<void> {
  await tx.query(sql`delete from pgboss.job where name = any(${names}::text[]) and id = any(${ids}::uuid[])`)
}

/** Deletes the jobs that were completed `days` ago or earlier. */
export async function deleteDoneJobs(db: Queryable, names: readonly JobName[], days: number): Promise<void> {
  await db.query(sql`
    delete from pgboss.job
    where name = any(${names}::text[]) and state = 'completed' and completed_on < now() - ${days} * interval '1 day'`)
}
