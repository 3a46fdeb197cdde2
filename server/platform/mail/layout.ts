/** The layout of every mail: a text part and an HTML part without tables, made from the same content. */
import type { MailMessage } from './provider.ts'

const bodyStart =
  '<body style="margin:0;background:#f1f5f0;padding:24px 12px;font-family:Figtree,Segoe UI,Arial,sans-serif;color:#1d2b22">'

/** The value of `condition && paragraph` where the condition is false: nothing is shown. */
type Skipped = false | null | undefined
export type MailRow = readonly [label: string, value: string] | Skipped | ''

export interface MailContent {
  to: string
  subject: string
  brandName: string
  heading: string
  /** Plain text; it is escaped for the HTML part. */
  paragraphs: readonly (string | Skipped)[]
  /** Shown large, on a line of its own. */
  code?: string
  rows?: readonly MailRow[]
  link?: { label: string; url: string }
  footer?: string
}

const escape = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
/** Prevents header injection: a subject may contain names that users typed. */
const oneLine = (text: string) => text.replace(/[\r\n\t]+/g, ' ').slice(0, 200)

/** Composes both parts of a mail for `queueMail`. */
export function composeMail(content: MailContent): Omit<MailMessage, 'id' | 'attachments'> {
  const { heading, code, link, brandName, footer } = content
  const paragraphs = content.paragraphs.filter((one) => typeof one === 'string')
  const rows = (content.rows ?? []).filter((one) => !!one)
  const text = [
    heading,
    ...paragraphs,
    code,
    rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
    link && `${link.label}: ${link.url}`,
    footer,
    brandName,
  ]
    .filter(Boolean)
    .join('\n\n')
  const p = (inner: string) => `<p style="margin:0 0 16px;line-height:1.5">${inner}</p>`
  const html = `<!doctype html><html lang="en">${bodyStart}
<div style="max-width:560px;margin:0 auto;background:#fff;border-radius:12px;padding:28px 24px">
<p style="margin:0 0 20px;font-weight:700;color:#14532d">${escape(brandName)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escape(heading)}</h1>
${paragraphs.map((paragraph) => p(escape(paragraph))).join('\n')}
${code ? `<p style="margin:8px 0 24px;font-size:32px;font-weight:700;letter-spacing:8px">${escape(code)}</p>` : ''}
${rows.map(([label, value]) => `<p style="margin:0 0 8px;line-height:1.5"><span style="color:#55645a">${escape(label)}</span><br>${escape(value)}</p>`).join('\n')}
${link ? `<p style="margin:20px 0"><a href="${escape(link.url)}" style="display:inline-block;background:#14532d;color:#fff;text-decoration:none;padding:12px 20px;border-radius:8px">${escape(link.label)}</a></p>` : ''}
${footer ? `<p style="margin:16px 0 0;font-size:13px;color:#55645a;line-height:1.5">${escape(footer)}</p>` : ''}
</div></body></html>`
  return { to: content.to, subject: oneLine(content.subject), text, html }
}

/** The same mail with one more line at the top of both parts. */
export function prependLine<M extends Pick<MailMessage, 'text' | 'html'>>(line: string, mail: M): M {
  const marked = `<p style="max-width:560px;margin:0 auto 12px;font-weight:700;text-align:center">${escape(line)}</p>`
  return {
    ...mail,
    text: `${line}\n\n${mail.text}`,
    html: mail.html.replace(bodyStart, () => `${bodyStart}\n${marked}`),
  }
}
