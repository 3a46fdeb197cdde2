import { nobodysDomain } from '../../../contract/fields.ts'
import { type Queryable, singleRow, type Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { sql } from '../db/sql.ts'
import { JobRefused } from '../jobs/queue.ts'
import type { Shop } from '../shop.ts'
import { rehearsalWords } from '../rehearsal.ts'
import { composeMail, type MailContent, prependLine } from './layout.ts'
import { type MailAttachment, type MailMessage, MailRefused } from './provider.ts'

/** The purpose under which queued mail is encrypted (server/platform/secrets.ts). */
export const mailPurpose = 'mail'

interface Expiry {
  /** When the mail expires by the clock of the database, in ISO 8601. Mail without it does not expire. */
  uselessAt?: string
}

interface Attached {
  /** The tax documents that are attached when the mail is sent: the queue holds their ids and not their bytes. */
  documentIds?: readonly string[]
  /** Only mails have it that an earlier version has queued. */
  documentId?: string
}

/** A mail as it is stored, encrypted, in the job queue. */
export interface QueuedMail extends Omit<MailMessage, 'attachments'>, Expiry, Attached {}

/**
 * `id`: the mail tells of one row, and each of them is sent; the Message-ID is made from it. `awaited`: a code or a receipt, which
 * no other mail delays. `notice`: the mail tells how something of its reader is now (`password`, `bank`). Of equal notices to one
 * reader the first is sent at once, and of all others within ten minutes one, the last, which tells the newest state.
 */
type Occasion = { id: string; awaited?: true } | { notice: string }

type NewMail = Omit<MailContent, 'brandName'> & Expiry & Pick<Attached, 'documentIds'> & Occasion

const noticeSeconds = 600

/** Every server on the way stores the Message-ID: an id that names a reader by their address becomes another one. */
const withoutAddress = (shop: Shop, id: string) =>
  id.includes('@') ? shop.secrets.keyedHash('mail-id', id).toString('base64url') : id

/**
 * Composes the mail and queues it in the caller's transaction, so that it is sent if and only if that commits. The notice of a
 * rehearsal shop is put before the text.
 */
export async function queueMail(
  shop: Shop,
  tx: Tx,
  { uselessAt, documentIds, ...content }: NewMail,
): Promise<void> {
  if (content.to.endsWith(nobodysDomain)) return
  const mail = composeMail({ ...content, brandName: shop.config.brandName })
  const rehearsal = rehearsalWords(shop.config)
  const marked = rehearsal ? prependLine(rehearsal, mail) : mail
  const message: QueuedMail = {
    ...marked,
    id: 'id' in content ? withoutAddress(shop, content.id) : newId(),
    ...(uselessAt !== undefined && { uselessAt }),
    ...(documentIds !== undefined && { documentIds }),
  }
  const payload = { sealed: shop.secrets.seal(mailPurpose, JSON.stringify(message)) }
  if ('id' in content) await shop.jobs.send(tx, content.awaited ? 'send-mail' : 'send-notice', payload)
  else {
    // Keyed: the queue stores it in clear.
    const key = shop.secrets.keyedHash('notice', `${content.notice} ${content.to}`).toString('base64url')
    await shop.jobs.send(tx, 'send-notice', payload, { key, seconds: noticeSeconds, firstAtOnce: true })
  }
}

/**
 * The job handler: sends one mail. Run twice, it sends two copies with the same Message-ID. An expired mail is dropped. Throws
 * JobRefused, which ends the retries, for a permanent failure. `readDocument` reads a document that is attached.
 */
export async function deliverMail(
  shop: Shop,
  sealed: string,
  readDocument: (id: string) => Promise<{ bytes: Uint8Array; name: string }>,
): Promise<void> {
  const mail = openMailJob(shop, sealed)
  if (await isExpired(shop.db, mail)) {
    // An expired code would only confuse a reader who has requested another one since.
    shop.log.info({ mailId: mail.id }, 'mail dropped: the code in it has expired')
    return
  }
  const { uselessAt: _, documentId, documentIds = documentId ? [documentId] : [], ...message } = mail
  const attachments: MailAttachment[] = []
  for (const id of documentIds) attachments.push({ ...(await readDocument(id)), type: 'application/pdf' })
  try {
    await shop.mail.send({ ...message, attachments })
  } catch (error) {
    throw error instanceof MailRefused ? new JobRefused(error.message) : error
  }
}

/** By the clock of the database, which made the code: that of a worker may differ by minutes. */
export async function isExpired(db: Queryable, { uselessAt }: QueuedMail): Promise<boolean> {
  if (uselessAt === undefined) return false
  const rows = await db.query<{ isOver: boolean }>(sql`select ${uselessAt}::timestamptz < now() as "isOver"`)
  return singleRow(rows).isOver
}

/** Throws for a mail that no key of the shop can decrypt. */
export function openMailJob(shop: Pick<Shop, 'secrets'>, sealed: string): QueuedMail {
  return JSON.parse(shop.secrets.unseal(mailPurpose, sealed)) as QueuedMail
}
