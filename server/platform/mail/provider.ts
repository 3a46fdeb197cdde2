/** The interface to a mail server, and its SMTP implementation. */
import nodemailer from 'nodemailer'

/** A permanent failure: the server rejected the recipient or the message, so another attempt cannot succeed. */
export class MailRefused extends Error {}

export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
  /** The part of the Message-ID before the @. It stays the same when a mail is sent again, so that the copy can be recognised. */
  id: string
  attachments?: MailAttachment[]
}

export interface MailAttachment {
  bytes: Uint8Array
  name: string
  type: 'application/pdf'
}

export interface MailProvider {
  /** Throws MailRefused for a permanent failure. No error message contains an e-mail address, because it is logged. */
  send(message: MailMessage): Promise<void>
  close(): void
}

/** This machine, which nobody listens in on. */
const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** `from` is the shop's name and address. */
export function openSmtp(smtpUrl: string, from: { name: string; address: string }): MailProvider {
  const transport = nodemailer.createTransport(
    {
      url: smtpUrl,
      // Otherwise whoever removes STARTTLS from the server's greeting reads the password and every code.
      requireTLS: !loopback.test(new URL(smtpUrl).hostname),
      pool: true,
      // One for each worker of both queues: a code does not wait for a notice.
      maxConnections: 4,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    },
    { from },
  )
  const domain = from.address.split('@')[1] ?? 'localhost'
  return {
    async send({ id, attachments = [], ...message }) {
      try {
        await transport.sendMail({
          ...message,
          attachments: attachments.map(({ name, bytes, type }) => ({
            filename: name,
            content: Buffer.from(bytes),
            contentType: type,
          })),
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        throw toMailError(error)
      }
    },
    close: () => transport.close(),
  }
}

interface SmtpError extends Error {
  responseCode?: number
  command?: string
}

/**
 * A 5xx reply to RCPT TO or DATA concerns this mail and is permanent. A 5xx reply to an earlier command, and 530 (authentication
 * required), concerns the shop's login or sender address: it is retried, because all mail can be sent once that is corrected.
 */
function toMailError(error: unknown): Error {
  const { message, responseCode = 0, command = '' } = error as SmtpError
  const text = withoutAddresses(message)
  const permanent = responseCode >= 500 && responseCode !== 530 && ['RCPT TO', 'DATA'].includes(command)
  return permanent ? new MailRefused(text) : new Error(text)
}

/** Servers often repeat the recipient's address. The length is limited first, to bound the time of the search. */
function withoutAddresses(text: string): string {
  return text.slice(0, 1_000).replace(/[^\s<>@]{1,100}@[^\s<>@]+/g, ':email')
}
