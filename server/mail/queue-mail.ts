import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { JobRefused } from '../jobs/queue.ts'
import type { Shop } from '../shop.ts'
import { rehearsalWords } from '../rehearsal.ts'
import { prependLine } from './layout.ts'
import { type MailMessage, MailRefused } from './provider.ts'

/** The purpose under which queued mail is encrypted (server/secrets.ts). */
export const mailPurpose = 'mail'

/** A mail as it is stored, encrypted, in the job queue. */
export interface QueuedMail extends MailMessage {
  /** When the mail expires, in ISO 8601. Mail without it does not expire. */
  uselessAt?: string
}

/**
 * Queues the mail in the caller's transaction, so that it is sent if and only if that commits. `id` defaults to a new one. A
 * rehearsal shop's notice is put before the text.
 */
export async function queueMail(
  shop: Shop,
  tx: Tx,
  mail: Omit<QueuedMail, 'id'> & { id?: string },
): Promise<void> {
  const rehearsal = rehearsalWords(shop.config)
  const marked = rehearsal ? prependLine(rehearsal, mail) : mail
  const message: QueuedMail = { ...marked, id: mail.id ?? newId() }
  await shop.jobs.send(tx, 'send-mail', { sealed: shop.secrets.seal(mailPurpose, JSON.stringify(message)) })
}

/**
 * The job handler: sends one mail. Run twice, it sends two copies with the same Message-ID. An expired mail is dropped. Throws
 * JobRefused, which ends the retries, for a permanent failure.
 */
export async function deliverMail(shop: Shop, sealed: string): Promise<void> {
  const mail = openMailJob(shop, sealed)
  if (isExpired(mail)) {
    // An expired code would only confuse a reader who has requested another one since.
    shop.log.info({ mailId: mail.id }, 'mail dropped: the code in it is no longer valid')
    return
  }
  const { uselessAt: _, ...message } = mail
  try {
    await shop.mail.send(message)
  } catch (error) {
    throw error instanceof MailRefused ? new JobRefused(error.message) : error
  }
}

export function isExpired({ uselessAt }: QueuedMail): boolean {
  return uselessAt !== undefined && Date.parse(uselessAt) < Date.now()
}

/** Throws for a mail that no key of the shop can decrypt. */
export function openMailJob(shop: Pick<Shop, 'secrets'>, sealed: string): QueuedMail {
  return JSON.parse(shop.secrets.unseal(mailPurpose, sealed)) as QueuedMail
}
