/** Mail goes out through the job queue, committed with its cause (reliability.md §3, I7). */
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import type { Shop } from '../shop.ts'
import { rehearsalWords } from '../rehearsal.ts'
import { sayFirst } from './layout.ts'
import type { MailMessage } from './provider.ts'

export const mailPurpose = 'mail'

/** Writes the mail into the queue of the caller's transaction. `id` defaults to a new one. In a rehearsal it says so first. */
export async function queueMail(
  shop: Shop,
  tx: Tx,
  mail: Omit<MailMessage, 'id'> & { id?: string },
): Promise<void> {
  const rehearsal = rehearsalWords(shop.config)
  const said = rehearsal ? sayFirst(rehearsal, mail) : mail
  const message: MailMessage = { ...said, id: mail.id ?? newId() }
  await shop.jobs.send(tx, 'send-mail', { sealed: shop.secrets.seal(mailPurpose, JSON.stringify(message)) })
}

/** The job: hands one mail to the mail server. Run twice it sends the same Message-ID twice. */
export async function deliverMail(shop: Shop, sealed: string): Promise<void> {
  await shop.mail.send(openMailJob(shop, sealed))
}

export function openMailJob(shop: Pick<Shop, 'secrets'>, sealed: string): MailMessage {
  return JSON.parse(shop.secrets.unseal(mailPurpose, sealed)) as MailMessage
}
