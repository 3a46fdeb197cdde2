/**
 * Traces (docs/decisions/0019): what a request waited for, as spans. Nothing here runs until `startTracing`;
 * spans bear route patterns, statement texts without values and host names, never a path, a query or a body.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

export type SpanKind = 'internal' | 'server' | 'client'
export type Attributes = Record<string, string | number>

export interface Span {
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  kind: SpanKind
  /** Milliseconds since 1970, with their fractions. */
  began: number
  ended: number
  attributes: Attributes
  failed: boolean
}

export interface Tracing {
  /** The share of requests and jobs that are traced, 0 to 1. */
  share: number
  export(span: Span): void
}

let tracing: Tracing | undefined
const current = new AsyncLocalStorage<Span>()

export function startTracing(how: Tracing): void {
  tracing = how
}

export function stopTracing(): void {
  tracing = undefined
}

/** The id of the trace that the caller runs in, for its log lines. */
export function currentTraceId(): string | undefined {
  return current.getStore()?.traceId
}

/** Begins a trace for a request or a job, or goes on with that of `parent` (a `traceparent` header, when it is trusted). */
export function beginTrace(name: string, kind: SpanKind, parent?: string): Span | undefined {
  if (!tracing) return undefined
  const [, traceId, parentId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(parent ?? '') ?? []
  const wanted = flags === undefined ? Math.random() < tracing.share : (parseInt(flags, 16) & 1) === 1
  return wanted ? newSpan(name, kind, traceId ?? randomBytes(16).toString('hex'), parentId) : undefined
}

/** Runs `work` so that its spans belong to this one. */
export function within<T>(span: Span | undefined, work: () => T): T {
  return span ? current.run(span, work) : work()
}

/** A step of what is being traced; undefined where nothing is. */
export function beginSpan(name: string, kind: SpanKind, attributes: Attributes = {}): Span | undefined {
  const parent = tracing && current.getStore()
  return parent && newSpan(name, kind, parent.traceId, parent.spanId, attributes)
}

export function endSpan(span: Span | undefined, more: Attributes = {}, failed = false): void {
  if (!span || !tracing) return
  Object.assign(span.attributes, more)
  span.ended = now()
  span.failed = failed
  tracing.export(span)
}

/** Times `work` as a step; one that throws is marked. */
export async function spanned<T>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const span = beginSpan(name, kind, attributes)
  if (!span) return work()
  return ended(span, () => within(span, work))
}

/** Runs `work` as a trace of its own. */
export async function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  const span = beginTrace(name, 'internal')
  return span ? ended(span, () => within(span, work)) : work()
}

async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  let failed = true
  try {
    const result = await work()
    failed = false
    return result
  } finally {
    endSpan(span, {}, failed)
  }
}

function newSpan(
  name: string,
  kind: SpanKind,
  traceId: string,
  parentId: string | undefined,
  attributes: Attributes = {},
): Span {
  const spanId = randomBytes(8).toString('hex')
  return { traceId, spanId, parentId, name, kind, began: now(), ended: 0, attributes, failed: false }
}

function now(): number {
  return performance.timeOrigin + performance.now()
}
