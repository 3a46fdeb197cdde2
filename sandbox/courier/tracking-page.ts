/** The courier's public tracking page of a parcel: every station, newest first. */
import { html, raw } from 'hono/html'
import { indianTime, type Parcel, STATUS_NAMES } from './parcel.ts'

const STYLE = `
  * { box-sizing: border-box; margin: 0; }
  body { min-height: 100vh; padding: 24px 16px; background: #f6f8f6; color: #16211b; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  main { max-width: 560px; margin: auto; padding: 24px; background: #fff; border: 1px solid #dfe6e1; border-radius: 14px; overflow-wrap: anywhere; }
  h1 { font-size: 22px; line-height: 1.3; }
  p, time { color: #55635b; font-size: 14px; }
  .now { display: inline-block; margin: 14px 0 20px; padding: 2px 14px; border-radius: 99px; background: #eef6f0; color: #166534; font-weight: 600; }
  ol { padding: 0; list-style: none; }
  li { position: relative; padding: 0 0 18px 26px; }
  li::before { content: ""; position: absolute; left: 2px; top: 7px; width: 10px; height: 10px; border-radius: 50%; background: #b9c7be; }
  li:first-child::before { background: #166534; }
  li + li { color: #55635b; }
  li:not(:last-child)::after { content: ""; position: absolute; left: 6px; top: 19px; bottom: -5px; width: 2px; background: #dfe6e1; }
  time { display: block; }
`

const wordsOf = (code: number) => STATUS_NAMES[code] ?? `Status ${code}`

export function trackingPage(awb: string, parcel: Parcel | undefined) {
  const stations = parcel?.history.toReversed() ?? []
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>Parcel ${awb}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>Parcel ${awb}</h1>
          ${
            parcel
              ? html`<p>
                    ${parcel.courierName}, to ${parcel.form.billing_city} ${parcel.form.billing_pincode}
                  </p>
                  <p class="now">${wordsOf(parcel.code)}</p>
                  <ol>
                    ${stations.map(
                      ({ code, at }) =>
                        html`<li>${wordsOf(code)} <time>${indianTime(at)} in India</time></li>`,
                    )}
                  </ol>`
              : html`<p>No parcel has this number.</p>`
          }
          <p>The test courier of the development kit: nothing is really sent.</p>
        </main>
      </body>
    </html>`
}
