/**
 * Traces (decision 23): the steps of a request or a job as spans. A span has route patterns, statement texts without
 * values and host names as attributes, never a path, a query or a body. Until `startTracing` nothing is recorded.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import { counter } from './meters.ts'

export type SpanKind = 'internal' | 'server' | 'client'
export type SpanAttributes = Record<string, string | number>

/** Begins and ends spans. The one of server/platform/observe/open-tracer.ts is loaded only where a collector is configured. */
export interface Tracer {
  /** Begins a trace, or continues that of a `traceparent` header. Undefined where the trace is not sampled. */
  beginTrace(name: string, kind: SpanKind, traceparent: string | undefined): Span | undefined
  beginSpan(name: string, kind: SpanKind, parent: Span, attributes: SpanAttributes): Span
  endSpan(span: Span, attributes: SpanAttributes, failed: boolean): void
}

/** Here and not beside the exporter: its alert needs the metric also in a shop that traces nothing. */
export const droppedSpans = counter('hariyali_spans_dropped_total', 'Spans that no collector took.')

let tracer: Tracer | undefined
const current = new AsyncLocalStorage<Span>()

export function startTracing(started: Tracer): void {
  tracer = started
}

export function stopTracing(): void {
  tracer = undefined
}

/** The id of the trace that the caller runs in, for its log lines. */
export function currentTraceId(): string | undefined {
  return current.getStore()?.spanContext().traceId
}

/** Begins a trace for a request or a job, or continues that of a `traceparent` header that is trusted. */
export function beginTrace(name: string, kind: SpanKind, traceparent?: string): Span | undefined {
  return tracer?.beginTrace(name, kind, traceparent)
}

/** Runs `work` with `span` as the parent of the spans that it begins. */
export function within<T>(span: Span | undefined, work: () => T): T {
  return span ? current.run(span, work) : work()
}

/** Begins a step of the current trace; undefined where nothing is traced. */
export function beginSpan(name: string, kind: SpanKind, attributes: SpanAttributes = {}): Span | undefined {
  const parent = tracer && current.getStore()
  return parent && tracer?.beginSpan(name, kind, parent, attributes)
}

export function endSpan(span: Span | undefined, attributes: SpanAttributes = {}, failed = false): void {
  if (span) tracer?.endSpan(span, attributes, failed)
}

/** Runs `work` as a step of the current trace. The span of a step that throws is marked as failed. */
export async function spanned<T>(
  name: string,
  kind: SpanKind,
  attributes: SpanAttributes,
  work: () => Promise<T>,
): Promise<T> {
  const span = beginSpan(name, kind, attributes)
  return span ? runAndEnd(span, work) : work()
}

/** Runs `work` as a trace of its own. */
export async function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  const span = beginTrace(name, 'internal')
  return span ? runAndEnd(span, work) : work()
}

async function runAndEnd<T>(span: Span, work: () => Promise<T>): Promise<T> {
  let failed = true
  try {
    const result = await within(span, work)
    failed = false
    return result
  } finally {
    endSpan(span, {}, failed)
  }
}
