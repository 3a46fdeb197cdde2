/** Mail that is still here: waiting for its next try, or given up. */
import type { UnsentMail } from '../../contract/admin-work.ts'
import { record } from '../audit/record.ts'
import { singleRow, type Queryable } from '../db/client.ts'
import { keysetPage, type Page } from '../keyset-page.ts'
import { type Sql, sql } from '../db/sql.ts'
import { olderThan, retryJob, shortError } from './failed-jobs.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { isExpired, openMailJob, type QueuedMail } from '../mail/queue-mail.ts'

const unreadable =
  'This mail cannot be opened: it was written with a key that the shop does not have (see APP_SECRET_OLD). It can be neither read nor sent.'
const useless = 'The code in this mail is no longer valid. Its reader has to ask for a new one.'

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
  const page = await keysetPage(asked, {
    rows: (limit, before) =>
      shop.db.query<MailRow>(
        select(sql`${olderThan(before)} order by j.created_on desc, j.id desc limit ${limit}`),
      ),
    count: () => countUnsent(shop.db),
  })
  return { ...page, items: page.items.map((row) => present(row, openOne(shop, row.sealed))) }
}

/**
 * With its text. Codes are left out: who reads them could enter them.
 * Refuses: not-found for mail that is gone, conflict for mail that cannot be opened.
 */
export async function readUnsentMail(shop: Shop, id: string) {
  const row = await findUnsent(shop, id)
  const mail = openOne(shop, row.sealed)
  if (!mail) throw new Refusal('conflict', unreadable)
  await record(shop.db, 'mail-read', { target: { kind: 'mail', id, name: mail.to } })
  const { to, subject, text } = mail
  return { ...present(row, mail), to, subject: withoutCodes(subject), text: withoutCodes(text) }
}

/** Refuses: not-found for mail that was not given up, conflict for mail that cannot be opened or came to be useless. */
export async function retryUnsentMail(shop: Shop, id: string): Promise<void> {
  const row = await findUnsent(shop, id)
  const mail = openOne(shop, row.sealed)
  if (!mail) throw new Refusal('conflict', unreadable)
  if (isExpired(mail)) throw new Refusal('conflict', useless)
  await retryJob(shop, id, ['send-mail'], 'mail-retried')
}

async function findUnsent(shop: Shop, id: string): Promise<MailRow> {
  const [row] = await shop.db.query<MailRow>(select(sql`and j.id = ${id}`))
  if (!row) throw notFound('There is no such mail.')
  return row
}

async function countUnsent(db: Queryable): Promise<number> {
  return singleRow(await db.query<{ count: number }>(sql`select count(*) as count ${unsent}`)).count
}

/** Null for what no key of the shop opens, as after a restore with another key: one such mail must not hide the others. */
function openOne(shop: Shop, sealed: string): QueuedMail | null {
  try {
    return openMailJob(shop, sealed)
  } catch {
    return null
  }
}

function present({ sealed: _, error, createdAt, ...row }: MailRow, mail: QueuedMail | null): UnsentMail {
  return {
    ...row,
    to: mail && mail.to,
    subject: mail && withoutCodes(mail.subject),
    unreadable: mail ? null : unreadable,
    error: shortError(error),
    createdAt: createdAt.toISOString(),
  }
}

/** Every number of six digits alone: that a pin code goes, too, harms nobody. */
function withoutCodes(text: string): string {
  return text.replace(/(?<!\d)\d{6}(?!\d)/g, '••••••')
}
