import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { inboxPage } from './inbox-page.ts'
import type { Mailbox } from './mailbox.ts'
import { MAIL_MODES } from './smtp.ts'
import type { SmtpSandbox } from './smtp.ts'

const fault = z.strictObject({
  mode: z.enum(MAIL_MODES),
  times: z.int().min(1).max(1_000_000).default(1_000_000),
  ms: z.int().min(0).max(600_000).default(1_000),
})

/**
 * The page's own content policy. A message keeps its own styles and pictures, in a frame without
 * scripts; a message frame inherits this policy.
 */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: https:",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Routes of the inbox (HTML and JSON) and of the mail server's fault injection. */
export function mailRoutes(mailbox: Mailbox, smtp: SmtpSandbox): Hono {
  const app = new Hono()
  app.get('/dev/mailbox.json', (c) => {
    c.header('cache-control', 'no-store')
    return c.json(mailbox.list(c.req.query('to')))
  })
  app.get('/dev/mailbox', (c) => {
    c.header('cache-control', 'no-store')
    c.header('content-security-policy', POLICY)
    c.header('referrer-policy', 'no-referrer')
    c.header('x-content-type-options', 'nosniff')
    const id = c.req.query('id')
    const open = id === undefined ? undefined : mailbox.find(id)
    const page = inboxPage({
      mails: mailbox.list(c.req.query('to')),
      to: c.req.query('to') ?? '',
      open,
      missing: id !== undefined && open === undefined,
    })
    return c.html(html`${page}`, open === undefined && id !== undefined ? 404 : 200)
  })
  app.get('/dev/mailbox/attachment', (c) => {
    const { id = '', no = '' } = c.req.query()
    const found = mailbox.find(id)?.attachments?.[Number(no)]
    if (!found) return c.text('No such attachment', 404)
    return c.body(Uint8Array.from(Buffer.from(found.base64, 'base64')), 200, {
      'cache-control': 'no-store',
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${found.name.replace(/[^\w.-]/g, '_')}"`,
      'x-content-type-options': 'nosniff',
    })
  })
  app.post('/sandbox/mail/faults', async (c) => {
    const body = fault.safeParse(await c.req.json().catch(() => undefined))
    if (!body.success) return c.json({ msg: z.prettifyError(body.error) }, 400)
    smtp.fault = body.data
    return c.json(body.data)
  })
  return app
}
