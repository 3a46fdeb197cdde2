/** The shop's own OpenAPI document, read as a client would: what may be sent, and what each status may answer. */
import { z } from 'zod'
import type { TestShop } from '../setup/shop.ts'

/** The parts of JSON Schema that the document uses. */
export interface Schema {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
}

export interface Operation {
  /** As in the contract, e.g. `cart.add`; the second route of an endpoint ends in `.twin`. */
  id: string
  method: string
  path: string
  roles: readonly string[]
  params: Record<string, Schema>
  query: Record<string, Schema>
  body?: Schema
  /** What is wrong with a reply of this status; undefined if it is as the document says. */
  faultOf(status: number, contentType: string, body: unknown): string | undefined
}

interface DescribedReply {
  content?: Record<string, { schema: Schema }>
}
interface DescribedOperation {
  operationId: string
  'x-roles': string[]
  parameters: { name: string; in: 'path' | 'query'; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, DescribedReply>
}

/** All operations of `/api/v1/openapi.json`. */
export async function readOperations(shop: TestShop): Promise<Operation[]> {
  const { status, body } = await shop.client().get('/api/v1/openapi.json')
  if (status !== 200) throw new Error(`no OpenAPI document: ${status}`)
  const paths = body.paths as Record<string, Record<string, DescribedOperation>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => toOperation(path, method.toUpperCase(), described)),
  )
}

function toOperation(path: string, method: string, described: DescribedOperation): Operation {
  const fields = (where: 'path' | 'query') =>
    Object.fromEntries(described.parameters.filter((p) => p.in === where).map((p) => [p.name, p.schema]))
  const body = method === 'GET' ? undefined : described.requestBody?.content['application/json']?.schema
  return {
    id: described.operationId,
    method,
    path,
    roles: described['x-roles'],
    params: fields('path'),
    query: fields('query'),
    ...(body && { body }),
    faultOf: replyCheck(described.responses),
  }
}

/** Schemas become checks at their first use: most operations have the same schema of errors. */
function replyCheck(responses: Record<string, DescribedReply>): Operation['faultOf'] {
  const checks = new Map<string, z.ZodType>()
  return (status, contentType, body) => {
    const content = responses[status]?.content
    if (!content) return `the document knows no ${status}`
    const type = contentType.split(';')[0]?.trim() ?? ''
    const schema = content[type]?.schema
    if (!schema)
      return `${status} is ${type || 'without a type'}, the document says ${Object.keys(content).join()}`
    if (type !== 'application/json') return undefined
    const key = String(status)
    const check = checks.get(key) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
    checks.set(key, check)
    const parsed = check.safeParse(body)
    if (parsed.success) return undefined
    const [issue] = parsed.error.issues
    return `${status} is not as its schema: ${issue?.path.join('.')}: ${issue?.message}`
  }
}
