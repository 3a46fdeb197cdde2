/** An SMTP server on loopback that stores messages, or misbehaves as planned. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { Mailbox } from './mailbox.ts'

export const MAIL_MODES = [
  'normal',
  /** Temporary refusal: try again later. */
  'refuse-451',
  /** Permanent refusal. */
  'refuse-550',
  /** Accepts the message and loses it. */
  'accept-then-drop',
  /** Closes the connection without storing the message. */
  'lost-request',
  /** Stores the message and closes the connection before the reply. */
  'lost-answer',
  /** Accepts the message after a delay of `ms`. */
  'slow',
] as const

/** Applies to the next `times` messages. */
type MailFault = { mode: (typeof MAIL_MODES)[number]; times: number; ms: number }

export type SmtpSandbox = { url: string; fault: MailFault; stop(): Promise<void> }

const LARGEST_MESSAGE = 10 * 1024 * 1024

/** Listens on the loopback address; `port` 0 is a free one. */
export async function startSmtp(mailbox: Mailbox, port: number): Promise<SmtpSandbox> {
  const faultOf = new WeakMap<SMTPServerSession, MailFault>()
  const sockets = new Map<number | undefined, Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_MESSAGE,
    logger: false,
    onMailFrom: (_address, session, done) => {
      faultOf.set(session, takeFault(sandbox))
      done()
    },
    onRcptTo: (_address, session, done) => {
      const mode = faultOf.get(session)?.mode
      if (mode === 'refuse-451') done(smtpError(451, 'Try again later'))
      else if (mode === 'refuse-550') done(smtpError(550, 'No such mailbox'))
      else done()
    },
    onData: (stream, session, done) => {
      receive(stream, session, faultOf.get(session)).then(
        () => done(),
        (error: Error) => done(error),
      )
    },
  })
  const sandbox: SmtpSandbox = { url: '', fault: { mode: 'normal', times: 0, ms: 0 }, stop }

  async function receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    fault?: MailFault,
  ): Promise<void> {
    const raw = await buffer(stream)
    if (stream.sizeExceeded) throw smtpError(552, 'Message too large')
    if (fault?.mode === 'slow') await wait(fault.ms)
    if (fault?.mode === 'accept-then-drop') return
    if (fault?.mode === 'lost-request') {
      sockets.get(session.remotePort)?.destroy()
      return
    }
    const mail = await PostalMime.parse(raw)
    const attachments = mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? 'unnamed',
      type: mimeType,
      base64: Buffer.from(content as ArrayBuffer).toString('base64'),
    }))
    const sender = session.envelope.mailFrom
    for (const recipient of session.envelope.rcptTo) {
      mailbox.add({
        to: recipient.address,
        from: mail.from?.address ?? (sender === false ? '' : sender.address),
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
        at: new Date().toISOString(),
        messageId: mail.messageId ?? '',
        ...(attachments.length > 0 && { attachments }),
      })
    }
    if (fault?.mode === 'lost-answer') sockets.get(session.remotePort)?.destroy()
  }

  async function stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(resolve))
    for (const socket of sockets.values()) socket.destroy()
    await closed
  }

  // A client that disconnects in the middle of a message must not crash the server.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.set(socket.remotePort, socket)
    socket.once('close', () => sockets.delete(socket.remotePort))
  })
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  sandbox.url = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`
  return sandbox
}

function takeFault(sandbox: SmtpSandbox): MailFault {
  const fault = { ...sandbox.fault }
  sandbox.fault.times -= 1
  if (sandbox.fault.times <= 0) sandbox.fault = { mode: 'normal', times: 0, ms: 0 }
  return fault
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
