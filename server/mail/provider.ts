/** What the shop asks of a mail server, and nodemailer doing it. */
import nodemailer from 'nodemailer'

export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
  /** The part of the Message-ID before the @: a mail sent again after a crash is recognised by it. */
  id: string
}

export interface MailProvider {
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
      await transport.sendMail({
        ...message,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close: () => transport.close(),
  }
}
