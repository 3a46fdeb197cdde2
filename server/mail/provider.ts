/** What the shop asks of a mail server, and nodemailer doing it. */
import nodemailer from 'nodemailer'

/** The server will never take this mail, as it said of the recipient or of the message. */
export class MailRefused extends Error {}

export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
  /** The part of the Message-ID before the @: a mail sent again after a crash is recognised by it. */
  id: string
}

export interface MailProvider {
  /** Throws MailRefused for what another try cannot mend. No error's text has an address in it: it is logged. */
  send(message: MailMessage): Promise<void>
  close(): void
}

/** Any SMTP server. `from` is the shop's address. */
export function openMail(smtpUrl: string, from: { name: string; address: string }): MailProvider {
  const transport = nodemailer.createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    },
    { from },
  )
  const domain = from.address.split('@')[1] ?? 'localhost'
  return {
    async send({ id, ...message }) {
      try {
        await transport.sendMail({
          ...message,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        throw told(error)
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
 * What is refused for good once a recipient is named is about this mail. What is refused before is about the shop: its
 * log-in, its sender's address. That a person mends, and all mail goes out then. So is 530, which asks for a log-in.
 */
function told(error: unknown): Error {
  const { message, responseCode = 0, command = '' } = error as SmtpError
  const words = withoutAddresses(message)
  const final = responseCode >= 500 && responseCode !== 530 && ['RCPT TO', 'DATA'].includes(command)
  return final ? new MailRefused(words) : new Error(words)
}

/** Servers like to repeat the recipient's address. Cut off first, so that no answer takes long to be searched. */
function withoutAddresses(text: string): string {
  return text.slice(0, 1_000).replace(/[^\s<>@]{1,100}@[^\s<>@]+/g, ':email')
}
