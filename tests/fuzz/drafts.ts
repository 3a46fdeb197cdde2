/** Requests before they are sent: good ones, and what is broken about the others. */
import type { Operation, Schema } from './document.ts'
import { goodObject, goodValue, type Making } from './good-values.ts'
import { boundaryValues, brokenBodies, contentTypes, hostileText, hostileValue } from './hostile-values.ts'
import type { Random } from './random.ts'

export interface Draft {
  method: string
  /** As the document writes it, with parameters in braces. */
  path: string
  params: Record<string, unknown>
  query: [string, unknown][]
  /** Sent as JSON unless it is undefined. */
  body?: unknown
  /** Sent in place of `body` as it is. */
  raw?: string
  headers: Record<string, string>
  /** What was broken; empty for a good request. */
  broken: string[]
  /** It does not reach its operation: only the shape of an error is expected. */
  astray?: true
}

export interface Given {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  raw?: string
}

/** A request that the schemas accept; `given` replaces parts of it, and leaves out what it names as undefined. */
export function goodDraft(making: Making, given: Given = {}): Draft {
  const { operation, random } = making
  const params = Object.entries(operation.params).map(([name, schema]) => [
    name,
    given.params?.[name] ?? goodValue(making, name, schema),
  ])
  const query: [string, unknown][] = []
  for (const [name, schema] of Object.entries(operation.query)) {
    const value = Object.hasOwn(given.query ?? {}, name)
      ? given.query?.[name]
      : random.chance(0.3)
        ? goodValue(making, name, schema)
        : undefined
    if (value !== undefined) query.push([name, value])
  }
  const made = operation.body && bodyOf(making, operation.body)
  const { body = made } = given
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  return {
    method: operation.method,
    path: operation.path,
    params: Object.fromEntries(params) as Record<string, unknown>,
    query,
    body: isObject(body) && isObject(made) ? { ...(made as object), ...(body as object) } : body,
    ...(given.raw !== undefined && { raw: given.raw }),
    headers: { ...given.headers },
    broken: [],
  }
}

function bodyOf(making: Making, schema: Schema): unknown {
  return schema.properties ? goodObject(making, schema) : goodValue(making, 'body', schema)
}

/** Breaks one thing of a request, seldom two. */
export function breakDraft(draft: Draft, operation: Operation, random: Random): void {
  const ways = [
    ...(operation.body ? [breakField, breakField, breakField, breakField, breakBody] : []),
    ...(Object.keys(draft.params).length > 0 ? [breakParam] : []),
    ...(Object.keys(operation.query).length > 0 ? [breakQuery, breakQuery] : []),
    breakProtocol,
  ]
  random.pick(ways)(draft, operation, random)
  if (random.chance(0.1)) random.pick(ways)(draft, operation, random)
}

const short = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 60)

/** The fields of a schema as paths, those inside others included. */
function fieldsOf(schema: Schema, above: string[] = []): [string[], Schema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    [[...above, name], inner] as [string[], Schema],
    ...fieldsOf(inner, [...above, name]),
    ...(inner.items ? fieldsOf(inner.items, [...above, name, '0']) : []),
  ])
}

function breakField(draft: Draft, { body: schema = {} }: Operation, random: Random): void {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return breakBody(draft, { body: schema } as Operation, random)
  const [path, inner] = random.pick(fields)
  const [holder, name] = holderOf(draft, path)
  const way = random.int(1, 10)
  if (way === 1) delete holder[name]
  else if (way === 2) holder[random.pick(['__proto__x', 'role', 'id', 'sellerId', 'isAdmin', ''])] = 'ADMIN'
  else if (way === 3) holder[name] = [holder[name]]
  else if (way <= 6) holder[name] = random.pick(boundaryValues(inner))
  else holder[name] = hostileValue(random)
  draft.broken.push(`${way === 1 ? 'without ' : ''}${path.join('.')} = ${short(holder[name])}`)
}

/** The object that holds a field, made on the way where a part of the path is missing. */
function holderOf(draft: Draft, path: string[]): [Record<string, unknown>, string] {
  if (typeof draft.body !== 'object' || draft.body === null) draft.body = {}
  let holder = (draft.body = structuredClone(draft.body)) as Record<string, unknown>
  for (const step of path.slice(0, -1)) {
    if (typeof holder[step] !== 'object' || holder[step] === null) holder[step] = {}
    holder = holder[step] as Record<string, unknown>
  }
  return [holder, path.at(-1) ?? '']
}

function breakBody(draft: Draft, { id }: Pick<Operation, 'id'>, random: Random): void {
  const good = JSON.stringify(draft.body ?? {})
  const way = random.int(1, 6)
  if (way === 1) draft.raw = `${good.slice(0, -1)}${good === '{}' ? '' : ','}"note":"x","note":null}`
  else if (way === 2) draft.raw = good.slice(0, random.int(0, good.length))
  else if (way === 3 && random.chance(0.2)) draft.raw = JSON.stringify({ x: 'x'.repeat(1_100_000) })
  else if (way === 4) draft.body = hostileValue(random)
  else draft.raw = random.pick(brokenBodies)
  draft.broken.push(`body of ${id}: ${short(draft.raw ?? draft.body)}`)
}

function breakParam(draft: Draft, { params }: Operation, random: Random): void {
  const name = random.pick(Object.keys(draft.params))
  const edges = boundaryValues(params[name] ?? {})
  draft.params[name] = random.chance(0.4) ? random.pick(edges) : hostileText(random)
  draft.broken.push(`{${name}} = ${short(draft.params[name])}`)
}

function breakQuery(draft: Draft, { query }: Operation, random: Random): void {
  const [name, schema] = random.pick(Object.entries(query))
  const value = random.chance(0.4) ? random.pick(boundaryValues(schema)) : hostileText(random)
  if (random.chance(0.2)) draft.query.push([name, value])
  else draft.query = [...draft.query.filter(([other]) => other !== name), [name, value]]
  if (random.chance(0.1)) draft.query.push([`${name}[]`, value], ['__proto__[x]', '1'])
  draft.broken.push(`?${name} = ${short(value)}`)
}

function breakProtocol(draft: Draft, _: Operation, random: Random): void {
  const way = random.int(1, 6)
  if (way === 1 && draft.body !== undefined) draft.headers['content-type'] = random.pick(contentTypes)
  else if (way === 2) {
    draft.method = random.pick(['HEAD', 'PUT', 'PATCH', 'OPTIONS', 'DELETE'])
    draft.astray = true
  } else if (way === 3) {
    draft.path += random.pick(['/', '//', '/x', '%00', '/..;/x', '/%2e%2e/%2e%2e', '.json', '%', '?', '%ff'])
    draft.astray = true
  } else if (way === 4)
    draft.headers.cookie = random.pick(['session=x', '=; ;=', 'session=a; session=b', '%'])
  else if (way === 5)
    draft.headers[random.pick(['accept', 'if-none-match', 'range', 'x-forwarded-host', 'expect-ct'])] =
      random.pick(['*', 'W/"x"', 'bytes=5-1', '"', 'x'.repeat(3_000)])
  else draft.headers.origin = random.pick(['null', 'https://elsewhere.test', 'x'])
  draft.broken.push(`protocol ${draft.method} ${draft.path} ${short(draft.headers)}`)
}
