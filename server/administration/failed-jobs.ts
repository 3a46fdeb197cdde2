/** Lists jobs that the queue gave up on and retries one. Mail has a list of its own (unsent-mail.ts). */
import type { FailedJob } from '../../contract/admin-work.ts'
import { record } from '../people/audit/record.ts'
import type { JobName } from '../platform/jobs/queue.ts'
import { jobNames, mailJobs } from '../platform/jobs/retries.ts'
import {
  type CursorFormat,
  idCursor,
  keysetPage,
  type Page,
  type PageRequest,
} from '../platform/keyset-page.ts'
import { notFound } from '../platform/refusal.ts'
import type { Shop } from '../platform/shop.ts'
import { countFailedJobs, findFailedJobName, listFailedJobRows } from './job-queries.ts'
import { toFailedJob } from './present.ts'

const names = jobNames.filter((name) => !(mailJobs as readonly JobName[]).includes(name))

/** The cursor of the first page: no id stands for the newest job, because ids of jobs are random. */
export const jobCursor: CursorFormat<{ id: string }, string | undefined> = { ...idCursor, start: undefined }

/** Newest first; `q` is a part of a job's name or of an id in its payload. Refuses ('invalid') a malformed cursor. */
export async function listFailedJobs(
  { db }: Pick<Shop, 'db'>,
  query: PageRequest & { q?: string | undefined },
): Promise<Page<FailedJob>> {
  const filter = { names, q: query.q }
  return keysetPage(query, jobCursor, {
    rows: (limit, after) => listFailedJobRows(db, filter, limit, after),
    count: () => countFailedJobs(db, filter),
    toItem: toFailedJob,
  })
}

/** One more try, now. Refuses: not-found for one that has not failed. */
export async function retryFailedJob(shop: Shop, id: string): Promise<void> {
  await retryJob(shop, id, names, 'job-retried')
}

/** Retries a failed job of one of these kinds. Refuses: not-found for any other one. */
export async function retryJob(
  shop: Shop,
  id: string,
  kinds: readonly JobName[],
  action: 'job-retried' | 'mail-retried',
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const name = await findFailedJobName(tx, id, kinds)
    if (!name || !(await shop.jobs.retry(tx, name, id))) throw notFound('There is no such job.')
    await record(tx, action, { target: { kind: action === 'mail-retried' ? 'mail' : 'job', id, name } })
  })
}
