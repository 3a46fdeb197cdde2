/** The OpenAPI 3.1 document, generated from the contract's schemas. */
import { z } from 'zod'
import { waitingReply } from '../../../contract/approvals.ts'
import { type CallLimit, callLimitsOf, changesData, type EndpointSpec } from '../../../contract/endpoint.ts'
import type { Config } from '../config/config.ts'
import { apiBase } from './http-app.ts'

const errorSchema = {
  type: 'object',
  required: ['msg'],
  properties: {
    msg: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function parameters(spec: EndpointSpec) {
  const list = (schema: z.ZodObject | undefined, where: 'path' | 'query') => {
    if (!schema) return []
    const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
      properties?: Record<string, object>
      required?: string[]
    }
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema: property,
    }))
  }
  return [...list(spec.params, 'path'), ...list(spec.query, 'query')]
}

function operation(id: string, spec: EndpointSpec, defaults: readonly CallLimit[]) {
  const refusal = (description: string) => ({
    description,
    content: { 'application/json': { schema: errorSchema } },
  })
  const open = spec.roles.includes('visitor')
  const limits = callLimitsOf(spec, defaults)
  return {
    operationId: id,
    tags: [id.split('.')[0]],
    summary: spec.summary,
    'x-roles': spec.roles,
    ...(spec.duties && { 'x-duties': spec.duties }),
    ...(spec.areas && { 'x-areas': spec.areas }),
    ...(spec.recentLogin && { 'x-recent-login': true }),
    ...(limits.length > 0 && { 'x-rate-limits': limits }),
    security: open ? [] : [{ session: [] }],
    parameters: parameters(spec),
    ...(spec.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(spec.body, 'input') } },
      },
    }),
    responses: {
      200: {
        description: 'Success',
        ...(spec.paged && {
          headers: {
            'X-Total-Count': { schema: { type: 'integer' }, description: 'Rows of the whole list' },
            Link: { schema: { type: 'string' }, description: 'The next page, rel="next"' },
          },
        }),
        content: spec.file
          ? { [spec.file]: { schema: { type: 'string', format: 'binary' } } }
          : { 'application/json': { schema: jsonSchema(spec.reply, 'output') } },
      },
      ...(spec.secondPerson && {
        202: {
          description: 'Nothing is done yet: another administrator has to confirm it',
          content: { 'application/json': { schema: jsonSchema(waitingReply, 'output') } },
        },
      }),
      400: refusal('Bad input'),
      ...(!open && { 401: refusal('Not signed in') }),
      ...((!open || (changesData(spec) && !spec.raw)) && {
        403: refusal('Wrong role, or sent by another site'),
      }),
      404: refusal('Not there, or not yours'),
      409: refusal('Conflict: stock, a changed amount, still in use'),
      ...((spec.body || spec.raw) && { 413: refusal('The body is too large') }),
      ...(spec.body && { 415: refusal('The body is no JSON') }),
      429: refusal('Too often, see Retry-After'),
      503: refusal('Busy, or a provider is out of reach, see Retry-After'),
    },
  }
}

/** `endpoints` are all endpoints of the contract by id. */
export function openApiDocument(
  endpoints: Record<string, EndpointSpec>,
  { brandName, publicUrl, callLimits }: Pick<Config, 'brandName' | 'publicUrl' | 'callLimits'>,
) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [id, spec] of Object.entries(endpoints)) {
    ;(paths[spec.path] ??= {})[spec.method.toLowerCase()] = operation(id, spec, callLimits)
    if (spec.alias)
      (paths[spec.alias.path] ??= {})[spec.alias.method.toLowerCase()] = operation(
        `${id}.twin`,
        spec,
        callLimits,
      )
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brandName} API`,
      version: '1',
      description:
        'Money is rupees with at most two decimals, times are ISO 8601 in UTC. Errors are {msg, fields?}.',
    },
    servers: [{ url: `${publicUrl}${apiBase}` }],
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: publicUrl.startsWith('https:') ? '__Host-session' : 'session',
        },
      },
    },
    paths,
  }
}
