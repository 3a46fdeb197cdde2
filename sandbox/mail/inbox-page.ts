/** The inbox as an HTML page without JavaScript: list, search by address, one open message. */
import { html, raw } from 'hono/html'
import type { Mail } from './mailbox.ts'

type Html = ReturnType<typeof html>

export type Inbox = {
  /** Newest first. */
  mails: Mail[]
  /** Filter by recipient; empty for all. */
  to: string
  open: Mail | undefined
  /** The requested message does not exist. */
  missing: boolean
}

const SHOWN_AT_MOST = 200

const STYLE = `
  :root { color-scheme: light; --ink: #16211b; --soft: #55635b; --line: #dfe6e1; --brand: #166534; --tint: #eef6f0; }
  * { box-sizing: border-box; margin: 0; }
  body { min-height: 100vh; background: #f6f8f6; color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  a { color: inherit; }
  a:focus-visible, input:focus-visible, button:focus-visible, summary:focus-visible { outline: 3px solid #1b6ef3; outline-offset: 2px; }
  .bar { background: #fff; border-bottom: 1px solid var(--line); }
  .bar > div { max-width: 1200px; margin: auto; padding: 14px 16px; display: flex; flex-wrap: wrap; gap: 10px 24px; align-items: center; justify-content: space-between; }
  h1 { font-size: 20px; line-height: 1.3; }
  h1 a { text-decoration: none; }
  .bar p { color: var(--soft); font-size: 13px; }
  form { display: flex; gap: 8px; flex: 1 1 260px; min-width: 0; max-width: 440px; }
  input { flex: 1; width: 100%; min-width: 0; -webkit-appearance: none; appearance: none; min-height: 44px; padding: 0 14px; border: 1px solid #8a978f; border-radius: 10px; font: inherit; background: #fff; color: inherit; }
  button { min-height: 44px; padding: 0 18px; border: 0; border-radius: 10px; background: var(--brand); color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
  main { max-width: 1200px; margin: 20px auto; padding: 0 16px; display: grid; gap: 20px; align-items: start; }
  .card { background: #fff; border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }
  .list { list-style: none; padding: 0; }
  .list li + li { border-top: 1px solid var(--line); }
  .list a { display: block; padding: 12px 16px; text-decoration: none; }
  .list a:hover { background: #f8faf8; }
  .list a:focus-visible { outline-offset: -3px; }
  .list a[aria-current] { background: var(--tint); box-shadow: inset 4px 0 var(--brand); }
  .row { display: flex; gap: 12px; justify-content: space-between; font-size: 13px; color: var(--soft); }
  .row span:first-child { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .row time { flex: none; }
  .subject { font-weight: 600; overflow-wrap: anywhere; }
  .start { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 14px; color: var(--soft); }
  .more, .empty { padding: 12px 16px; color: var(--soft); font-size: 14px; }
  .empty { padding: 48px 24px; text-align: center; }
  .empty strong { display: block; color: var(--ink); font-size: 18px; }
  .head { padding: 16px 20px; border-bottom: 1px solid var(--line); }
  .head h2 { font-size: 20px; line-height: 1.3; overflow-wrap: anywhere; }
  .head dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin-top: 8px; font-size: 14px; }
  .head dt { color: var(--soft); }
  .head dd { overflow-wrap: anywhere; }
  .back { display: inline-block; padding: 10px 0; font-size: 14px; }
  iframe { display: block; width: 100%; height: 68vh; min-height: 360px; border: 0; background: #fff; }
  pre { padding: 16px 20px; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.6 ui-monospace, "Cascadia Mono", Menlo, monospace; }
  details { border-top: 1px solid var(--line); }
  summary { padding: 12px 20px; cursor: pointer; font-size: 14px; }
  @media (max-width: 899px) { .reading .list-column { display: none; } }
  @media (min-width: 900px) { .reading { grid-template-columns: 360px 1fr; } .reading article { position: sticky; top: 20px; } .reading .back { display: none; } }
`

export function inboxPage(inbox: Inbox): Html {
  const { mails, to, open } = inbox
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${open === undefined ? 'Mailbox' : open.subject || '(no subject)'}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <header class="bar">
          <div>
            <div>
              <h1><a href="/dev/mailbox">Mailbox</a></h1>
              <p>Every e-mail the shop sends on this machine ends here</p>
            </div>
            <form role="search" action="/dev/mailbox">
              <input
                name="to"
                type="search"
                inputmode="email"
                value="${to}"
                placeholder="Address"
                aria-label="Recipient's address"
                autocomplete="off"
              />
              <button>Search</button>
            </form>
          </div>
        </header>
        <main class="${open === undefined ? '' : 'reading'}">
          <div class="card list-column">${list(inbox, mails)}</div>
          ${open === undefined ? '' : message(open, to)}
        </main>
      </body>
    </html>`
}

function list({ to, open, missing }: Inbox, mails: Mail[]): Html {
  if (missing) {
    return html`<p class="empty">
      <strong>This message is gone</strong>Only the newest messages are kept.
      <a href="${link(to)}">Back to the list</a>
    </p>`
  }
  if (mails.length === 0) {
    return to === ''
      ? html`<p class="empty"><strong>No mail yet</strong>Sign up or place an order, and it arrives here.</p>`
      : html`<p class="empty"><strong>No mail for ${to}</strong><a href="/dev/mailbox">Show all mail</a></p>`
  }
  const more = mails.length - SHOWN_AT_MOST
  return html`<ul class="list">
      ${mails.slice(0, SHOWN_AT_MOST).map((mail) => row(mail, to, mail.id === open?.id))}
    </ul>
    ${more > 0 ? html`<p class="more">${more} older ones are not shown. Search by address to find them.</p>` : ''}`
}

function row(mail: Mail, to: string, current: boolean): Html {
  return html`<li>
    <a href="${link(to, mail.id)}" ${current ? raw(' aria-current="true"') : ''}>
      <span class="row"><span>${mail.to}</span>${time(mail.at)}</span>
      <span class="subject">${mail.subject || '(no subject)'}</span>
      <p class="start">${mail.text.slice(0, 160)}</p>
    </a>
  </li>`
}

function message(mail: Mail, to: string): Html {
  return html`<article>
    <a class="back" href="${link(to)}">← All messages</a>
    <div class="card">
      <div class="head">
        <h2>${mail.subject || '(no subject)'}</h2>
        <dl>
          <dt>From</dt>
          <dd>${mail.from}</dd>
          <dt>To</dt>
          <dd>${mail.to}</dd>
          <dt>Sent</dt>
          <dd>${time(mail.at)}</dd>
          ${attachments(mail)}
        </dl>
      </div>
      ${mail.html === '' ? html`<pre>${mail.text}</pre>` : framed(mail)}
    </div>
  </article>`
}

function attachments({ id, attachments: files = [] }: Mail): Html | string {
  if (files.length === 0) return ''
  return html`<dt>Attached</dt>
    <dd>
      ${files.map((file, no) => html`<a href="/dev/mailbox/attachment?id=${id}&no=${no}">${file.name}</a> `)}
    </dd>`
}

/** The message in a sandboxed frame: no scripts, no network access, links open in a new tab. */
function framed(mail: Mail): Html {
  const document = `<base target="_blank">${mail.html}`
  return html`<iframe
      title="Message"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcdoc="${document}"
    ></iframe>
    <details>
      <summary>Plain text</summary>
      <pre>${mail.text}</pre>
    </details>`
}

function time(at: string): Html {
  const shown = new Intl.DateTimeFormat('en-IN', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Kolkata',
  }).format(new Date(at))
  return html`<time datetime="${at}">${shown}</time>`
}

function link(to: string, id?: string): string {
  const query = new URLSearchParams()
  if (to !== '') query.set('to', to)
  if (id !== undefined) query.set('id', id)
  return query.size === 0 ? '/dev/mailbox' : `/dev/mailbox?${query.toString()}`
}
