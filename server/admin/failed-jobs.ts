/** Jobs that the queue gave up, read from its own tables. Mail has a list of its own (mail/unsent-mail.ts). */
import type { FailedJob } from '../../contract/admin-work.ts'
import { record } from '../audit/record.ts'
import { singleRow, type Queryable } from '../db/client.ts'
import { highestId, keysetPage, type Page } from '../keyset-page.ts'
import { emptySql, type Sql, sql } from '../db/sql.ts'
import { maskText } from '../observe/mask.ts'
import { notFound } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { type JobName, jobNames } from '../jobs/queue.ts'

interface JobRow {
  id: string
  name: JobName
  data: object | null
  tries: number
  error: string | null
  createdAt: Date
  failedAt: Date | null
}

const names = jobNames.filter((name) => name !== 'send-mail')
const whereFilter = (q: string | undefined) =>
  sql`from pgboss.job j where j.name = any(${names}::text[]) and j.state = 'failed'
    ${q ? sql`and (strpos(j.name, lower(${q})) > 0 or strpos(j.data::text, lower(${q})) > 0)` : emptySql}`

/** Refuses ('invalid') a cursor that is none. */
export async function listFailedJobs(
  { db }: Pick<Shop, 'db'>,
  asked: { limit: number; cursor?: string | undefined; q?: string | undefined },
): Promise<Page<FailedJob>> {
  const page = await keysetPage(asked, {
    rows: (limit, before) =>
      db.query<JobRow>(sql`
        select j.id, j.name, j.data, j.retry_count + 1 as tries, j.output ->> 'message' as error,
          j.created_on as "createdAt", j.completed_on as "failedAt"
        ${whereFilter(asked.q)} ${olderThan(before)} order by j.created_on desc, j.id desc limit ${limit}`),
    count: async () =>
      singleRow(await db.query<{ count: number }>(sql`select count(*) as count ${whereFilter(asked.q)}`))
        .count,
  })
  return {
    ...page,
    items: page.items.map(({ data, error, createdAt, failedAt, ...row }) => ({
      ...row,
      about: Object.entries(data ?? {})
        .map(([key, value]) => `${key.replace(/Id$/, '')} ${String(value)}`)
        .join(', '),
      orderId: data && 'orderId' in data ? String(data.orderId) : null,
      error: shortError(error),
      createdAt: createdAt.toISOString(),
      failedAt: failedAt?.toISOString() ?? null,
    })),
  }
}

/** One more try, now. Refuses: not-found for one that has not failed. */
export async function retryFailedJob(shop: Shop, id: string): Promise<void> {
  await retryJob(shop, id, names, 'job-retried')
}

/** The caller's kinds of jobs only. */
export async function retryJob(
  shop: Shop,
  id: string,
  kinds: readonly JobName[],
  act: 'job-retried' | 'mail-retried',
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const name = await nameOfFailed(tx, id, kinds)
    if (!name || !(await shop.jobs.retry(tx, name, id))) throw notFound('There is no such job.')
    await record(tx, act, { target: { kind: act === 'mail-retried' ? 'mail' : 'job', id, name } })
  })
}

async function nameOfFailed(
  db: Queryable,
  id: string,
  kinds: readonly JobName[],
): Promise<JobName | undefined> {
  const [row] = await db.query<{ name: JobName }>(sql`
    select name from pgboss.job where id = ${id} and name = any(${kinds}::text[]) and state = 'failed'`)
  return row?.name
}

/** Ids of jobs are in no order: the list goes on below the row that the cursor names. */
export function olderThan(before: string): Sql {
  return before === highestId
    ? emptySql
    : sql`and (j.created_on, j.id) < (select b.created_on, b.id from pgboss.job b where b.id = ${before})`
}

/** The first line, masked as in the log: what follows is for the log. */
export function shortError(error: string | null): string {
  return maskText((error ?? '').split('\n', 1)[0] ?? '').slice(0, 300)
}
