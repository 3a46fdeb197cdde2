/** SQL of failed jobs and unsent mail, read from the tables of the job queue (pg-boss). */
import { singleRow, type Queryable } from '../platform/db/client.ts'
import { emptySql, type Sql, sql } from '../platform/db/sql.ts'
import type { JobName } from '../platform/jobs/queue.ts'
import { mailJobs } from '../platform/jobs/retries.ts'

export interface FailedJobRow {
  id: string
  name: JobName
  data: object | null
  tries: number
  error: string | null
  createdAt: Date
  failedAt: Date | null
}

export interface MailJobRow {
  id: string
  sealed: string
  state: 'waiting' | 'failed'
  tries: number
  error: string | null
  createdAt: Date
}

export interface FailedJobFilter {
  names: readonly JobName[]
  q?: string | undefined
}

const failedJobs = ({ names, q }: FailedJobFilter) =>
  sql`from pgboss.job j where j.name = any(${names}::text[]) and j.state = 'failed'
    ${q ? sql`and (strpos(j.name, lower(${q})) > 0 or strpos(j.data::text, lower(${q})) > 0)` : emptySql}`

/** Newest first. The ids of jobs are random, so a page continues after the row whose id the cursor has. */
const newestFirst = (limit: number, after: string | undefined) => sql`
  ${
    after === undefined
      ? emptySql
      : sql`and (j.created_on, j.id) < (select b.created_on, b.id from pgboss.job b where b.id = ${after})`
  }
  order by j.created_on desc, j.id desc limit ${limit}`

export async function listFailedJobRows(
  db: Queryable,
  filter: FailedJobFilter,
  limit: number,
  after: string | undefined,
): Promise<FailedJobRow[]> {
  return db.query(sql`
    select j.id, j.name, j.data, j.retry_count + 1 as tries, j.output ->> 'message' as error,
      j.created_on as "createdAt", j.completed_on as "failedAt"
    ${failedJobs(filter)} ${newestFirst(limit, after)}`)
}

export async function countFailedJobs(db: Queryable, filter: FailedJobFilter): Promise<number> {
  return singleRow(await db.query<{ count: number }>(sql`select count(*) as count ${failedJobs(filter)}`))
    .count
}

/** The name of a failed job of one of these kinds. */
export async function findFailedJobName(
  db: Queryable,
  id: string,
  names: readonly JobName[],
): Promise<JobName | undefined> {
  const [row] = await db.query<{ name: JobName }>(sql`
    select name from pgboss.job where id = ${id} and name = any(${names}::text[]) and state = 'failed'`)
  return row?.name
}

// Mail that was due less than two minutes ago and was not tried yet is not late.
const unsent = sql`from pgboss.job j where j.name = any(${mailJobs}::text[]) and (j.state = 'failed'
    or (j.state in ('created', 'retry', 'active') and (j.retry_count > 0 or greatest(j.created_on, j.start_after) < now() - interval '2 minutes')))`

const selectUnsent = (rest: Sql) => sql`
  select j.id, j.data ->> 'sealed' as sealed, case j.state when 'failed' then 'failed' else 'waiting' end as state,
    j.retry_count + case when j.state = 'failed' then 1 else 0 end as tries, j.output ->> 'message' as error,
    j.created_on as "createdAt"
  ${unsent} ${rest}`

export async function listUnsentMailRows(
  db: Queryable,
  limit: number,
  after: string | undefined,
): Promise<MailJobRow[]> {
  return db.query(selectUnsent(newestFirst(limit, after)))
}

export async function findUnsentMailRow(db: Queryable, id: string): Promise<MailJobRow | undefined> {
  return (await db.query<MailJobRow>(selectUnsent(sql`and j.id = ${id}`)))[0]
}

export async function countUnsentMail(db: Queryable): Promise<number> {
  return singleRow(await db.query<{ count: number }>(sql`select count(*) as count ${unsent}`)).count
}
