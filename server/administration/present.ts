/** Turns rows of the job queue into the replies about failed jobs and unsent mail. */
import type { FailedJob, UnsentMail } from '../../contract/admin-work.ts'
import type { QueuedMail } from '../platform/mail/queue-mail.ts'
import { maskText } from '../platform/observe/mask.ts'
import type { FailedJobRow, MailJobRow } from './job-queries.ts'

export const cannotBeOpened =
  'This mail cannot be opened: it was written with a key that the shop does not have (see APP_SECRET_OLD). It can be neither read nor sent.'

export function toFailedJob({ data, error, createdAt, failedAt, ...row }: FailedJobRow): FailedJob {
  return {
    ...row,
    about: Object.entries(data ?? {})
      .map(([key, value]) => `${key.replace(/Id$/, '')} ${String(value)}`)
      .join(', '),
    orderId: data && 'orderId' in data ? String(data.orderId) : null,
    error: firstLine(error),
    createdAt: createdAt.toISOString(),
    failedAt: failedAt?.toISOString() ?? null,
  }
}

/** `mail` null: no key of the shop decrypts it. */
export function toUnsentMail(
  { sealed: _, error, createdAt, ...row }: MailJobRow,
  mail: QueuedMail | null,
): UnsentMail {
  return {
    ...row,
    to: mail && mail.to,
    subject: mail && withoutCodes(mail.subject),
    unreadable: mail ? null : cannotBeOpened,
    error: firstLine(error),
    createdAt: createdAt.toISOString(),
  }
}

/**
 * Hides every number of six digits, because one of them may be a valid login code (pin codes are hidden, too), and the token
 * behind the '#' of a link: whoever has it can accept an invitation or stop a seller's payouts.
 */
export function withoutCodes(text: string): string {
  return text.replace(/(?<!\d)\d{6}(?!\d)/g, '••••••').replace(/#[\w-]{43}(?![\w-])/g, '#••••••')
}

/** The first line of an error, masked as in the log: a stack trace belongs into the log only. */
function firstLine(error: string | null): string {
  return maskText((error ?? '').split('\n', 1)[0] ?? '').slice(0, 300)
}
