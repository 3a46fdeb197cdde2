/** Lists mail that was not sent, because it waits for its next try or has failed; shows one and retries one. */
import type { UnsentMail } from '../../contract/admin-work.ts'
import { record } from '../people/audit/record.ts'
import { keysetPage, type Page, type PageRequest } from '../platform/keyset-page.ts'
import { isExpired, openMailJob, type QueuedMail } from '../platform/mail/queue-mail.ts'
import { mailJobs } from '../platform/jobs/retries.ts'
import { notFound, Refusal } from '../platform/refusal.ts'
import type { Shop } from '../platform/shop.ts'
import { jobCursor, retryJob } from './failed-jobs.ts'
import { countUnsentMail, findUnsentMailRow, listUnsentMailRows, type MailJobRow } from './job-queries.ts'
import { cannotBeOpened, toUnsentMail, withoutCodes } from './present.ts'

const codeExpired = 'The code in this mail is no longer valid. Its reader has to ask for a new one.'

/** Newest first. Refuses ('invalid') a malformed cursor. */
export async function listUnsentMail(shop: Shop, query: PageRequest): Promise<Page<UnsentMail>> {
  return keysetPage(query, jobCursor, {
    rows: (limit, after) => listUnsentMailRows(shop.db, limit, after),
    count: () => countUnsentMail(shop.db),
    toItem: (row) => toUnsentMail(row, openOrNull(shop, row.sealed)),
  })
}

/**
 * With its text, without codes, because a reader could enter them. Refuses: not-found for mail that was deleted, conflict for
 * mail that cannot be decrypted.
 */
export async function readUnsentMail(shop: Shop, id: string) {
  const row = await findUnsentMail(shop, id)
  const mail = openOrNull(shop, row.sealed)
  if (!mail) throw new Refusal('conflict', cannotBeOpened)
  await record(shop.db, 'mail-read', { target: { kind: 'mail', id, name: mail.to } })
  const { to, subject, text } = mail
  return { ...toUnsentMail(row, mail), to, subject: withoutCodes(subject), text: withoutCodes(text) }
}

/** Refuses: not-found for mail that has not failed, conflict for mail that cannot be decrypted or whose code has expired. */
export async function retryUnsentMail(shop: Shop, id: string): Promise<void> {
  const row = await findUnsentMail(shop, id)
  const mail = openOrNull(shop, row.sealed)
  if (!mail) throw new Refusal('conflict', cannotBeOpened)
  if (await isExpired(shop.db, mail)) throw new Refusal('conflict', codeExpired)
  await retryJob(shop, id, mailJobs, 'mail-retried')
}

async function findUnsentMail(shop: Shop, id: string): Promise<MailJobRow> {
  const row = await findUnsentMailRow(shop.db, id)
  if (!row) throw notFound('There is no such mail.')
  return row
}

/**
 * Null where no key of the shop decrypts it, for instance after a restore with another key: the other mails must still be
 * listed.
 */
function openOrNull(shop: Shop, sealed: string): QueuedMail | null {
  try {
    return openMailJob(shop, sealed)
  } catch {
    return null
  }
}
