/** The HTML documentation of the API, generated from its OpenAPI document; it needs no script. */
import { rehearsalLine } from '../rehearsal.ts'

interface DocumentLike {
  info: { title: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, object>>
}

interface OperationLike {
  summary: string
  tags: string[]
  'x-roles': string[]
  'x-duties'?: string[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

const escape = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
const code = (schema: object | undefined) =>
  schema ? `<pre>${escape(JSON.stringify(schema, null, 2))}</pre>` : ''

function section(method: string, path: string, operation: OperationLike): string {
  const body = operation.requestBody?.content['application/json']?.schema
  const reply = operation.responses['200']?.content?.['application/json']?.schema
  const parameters = operation.parameters
    .map(
      (p) =>
        `<li><code>${escape(p.name)}</code> in ${p.in}${p.required ? '' : ', optional'}: <code>${escape(JSON.stringify(p.schema))}</code></li>`,
    )
    .join('')
  return `<details><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escape(path)}</code><span>${escape(operation.summary)}</span></summary>
<p>Who: ${[...operation['x-roles'], ...(operation['x-duties'] ?? [])].map((name) => `<code>${name}</code>`).join(' ')}</p>
${parameters && `<h3>Parameters</h3><ul>${parameters}</ul>`}${body ? `<h3>Body</h3>${code(body)}` : ''}<h3>Reply</h3>${code(reply)}</details>`
}

/** The HTML of /api/docs. `rehearsal` is the notice of a rehearsal shop. */
export function apiDocsPage(document: DocumentLike, rehearsal?: string): string {
  const groups = new Map<string, string[]>()
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations) as [string, OperationLike][]) {
      const tag = operation.tags[0] ?? 'other'
      groups.set(tag, [...(groups.get(tag) ?? []), section(method, path, operation)])
    }
  }
  const body = [...groups].map(([tag, sections]) => `<h2>${escape(tag)}</h2>${sections.join('')}`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(document.info.title)}</title><style>
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:960px;padding:24px 16px;color:#1d2b22}
h1{color:#14532d}h2{margin:32px 0 8px;text-transform:capitalize}h3{margin:12px 0 4px;font-size:15px}
details{border:1px solid #d8e2d8;border-radius:8px;margin:8px 0;padding:0 14px}summary{padding:12px 0;cursor:pointer;overflow-wrap:anywhere}
summary span{display:block;color:#4b5a50;font-size:15px}pre{background:#f1f5f0;padding:12px;border-radius:8px;overflow:auto;font-size:13px}
b{display:inline-block;min-width:56px;font-size:13px}b.get{color:#14532d}b.post{color:#1d4ed8}b.delete{color:#b42318}code{font-size:14px;overflow-wrap:anywhere}
</style></head><body>${rehearsal ? rehearsalLine(rehearsal) : ''}<main><h1>${escape(document.info.title)}</h1><p>${escape(document.info.description)}</p>
<p>Base: <code>${escape(document.servers[0]?.url ?? '')}</code> · <a href="/api/v1/openapi.json">openapi.json</a></p>${body}</main></body></html>`
}
