/** Mail goes out through the job queue, committed with its cause. */
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { JobRefused } from '../jobs/queue.ts'
import type { Shop } from '../shop.ts'
import { rehearsalWords } from '../rehearsal.ts'
import { prependLine } from './layout.ts'
import { type MailMessage, MailRefused } from './provider.ts'

export const mailPurpose = 'mail'

/** A mail as it waits in the queue. */
export interface QueuedMail extends MailMessage {
  /** ISO moment from which on it is of no use to its reader. Mail without one is good for ever. */
  uselessAt?: string
}

/** Writes the mail into the queue of the caller's transaction. `id` defaults to a new one. In a rehearsal it says so first. */
export async function queueMail(
  shop: Shop,
  tx: Tx,
  mail: Omit<QueuedMail, 'id'> & { id?: string },
): Promise<void> {
  const rehearsal = rehearsalWords(shop.config)
  const said = rehearsal ? prependLine(rehearsal, mail) : mail
  const message: QueuedMail = { ...said, id: mail.id ?? newId() }
  await shop.jobs.send(tx, 'send-mail', { sealed: shop.secrets.seal(mailPurpose, JSON.stringify(message)) })
}

/**
 * The job: hands one mail to the mail server. Run twice it sends the same Message-ID twice. A mail that came to be
 * useless is dropped. Throws JobRefused for one that the server will never take.
 */
export async function deliverMail(shop: Shop, sealed: string): Promise<void> {
  const mail = openMailJob(shop, sealed)
  if (isExpired(mail)) {
    // A code that nobody can enter any more only confuses whoever has asked for another one since.
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

/** Throws for a mail that no key of the shop opens. */
export function openMailJob(shop: Pick<Shop, 'secrets'>, sealed: string): QueuedMail {
  return JSON.parse(shop.secrets.unseal(mailPurpose, sealed)) as QueuedMail
}
