/** Mail that is still here: waiting for its next try, or given up. */
import type { UnsentMail } from '../../contract/admin-work.ts'
import { record } from '../audit/record.ts'
import { only, type Queryable } from '../db/client.ts'
import { idPage } from '../db/id-page.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Page } from '../http/call.ts'
import { olderThan, retryJob, shortError } from '../jobs/failed-jobs.ts'
import { notFound } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { openMailJob } from './queue-mail.ts'

interface MailRow {
  id: string
  sealed: string
  state: UnsentMail['state']
  tries: number
  error: string | null
  createdAt: Date
}

// What was queued a moment ago is on its way.
const unsent = sql`from pgboss.job j where j.name = 'send-mail' and (j.state = 'failed'
    or (j.state in ('created', 'retry', 'active') and (j.retry_count > 0 or j.created_on < now() - interval '2 minutes')))`

const select = (rest: Sql) => sql`
  select j.id, j.data ->> 'sealed' as sealed, case j.state when 'failed' then 'failed' else 'waiting' end as state,
    j.retry_count + case when j.state = 'failed' then 1 else 0 end as tries, j.output ->> 'message' as error,
    j.created_on as "createdAt"
  ${unsent} ${rest}`

/** Refuses ('invalid') a cursor that is none. */
export async function listUnsentMail(
  shop: Shop,
  asked: { limit: number; cursor?: string | undefined },
): Promise<Page<UnsentMail>> {
  const page = await idPage(asked, {
    rows: (limit, before) =>
      shop.db.query<MailRow>(
        select(sql`${olderThan(before)} order by j.created_on desc, j.id desc limit ${limit}`),
      ),
    count: () => countUnsent(shop.db),
  })
  return { ...page, items: page.items.map((row) => present(shop, row).mail) }
}

/** With its text. Codes are left out: who reads them could enter them. Refuses: not-found for mail that is gone. */
export async function readUnsentMail(shop: Shop, id: string): Promise<UnsentMail & { text: string }> {
  const [row] = await shop.db.query<MailRow>(select(sql`and j.id = ${id}`))
  if (!row) throw notFound('There is no such mail.')
  const { mail, text } = present(shop, row)
  await record(shop.db, 'mail-read', { to: { kind: 'mail', id, name: mail.to } })
  return { ...mail, text }
}

/** Refuses: not-found for mail that was not given up. */
export async function retryUnsentMail(shop: Shop, id: string): Promise<void> {
  await retryJob(shop, id, ['send-mail'], 'mail-retried')
}

async function countUnsent(db: Queryable): Promise<number> {
  return only(await db.query<{ count: number }>(sql`select count(*) as count ${unsent}`)).count
}

function present(
  shop: Shop,
  { sealed, error, createdAt, ...row }: MailRow,
): { mail: UnsentMail; text: string } {
  const { to, subject, text } = openMailJob(shop, sealed)
  const mail = {
    ...row,
    to,
    subject: withoutCodes(subject),
    error: shortError(error),
    createdAt: createdAt.toISOString(),
  }
  return { mail, text: withoutCodes(text) }
}

/** Every number of six digits alone: that a pin code goes, too, harms nobody. */
function withoutCodes(text: string): string {
  return text.replace(/(?<!\d)\d{6}(?!\d)/g, '••••••')
}
