/** Sends spans to an OpenTelemetry collector: OTLP over HTTP as JSON, in batches, and never at a request's cost. */
import type { Logger } from 'pino'
import { counter } from './meters.ts'
import type { Attributes, Span, SpanKind } from './trace.ts'

export interface OtlpOptions {
  /** OTEL_EXPORTER_OTLP_ENDPOINT; `/v1/traces` is added. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  log: Logger
}

const batchMs = 2_000
const batchSpans = 512
/** A collector that is away must not fill the memory: what comes beyond is dropped and counted. */
const keptSpans = 8_192
const timeoutMs = 5_000

const dropped = counter('hariyali_spans_dropped_total', 'Spans that no collector took.')

export interface SpanExporter {
  add(span: Span): void
  /** Sends what is left, once. */
  stop(): Promise<void>
}

export function openSpanExporter({ endpoint, headers, serviceName, log }: OtlpOptions): SpanExporter {
  const url = `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`
  let waiting: Span[] = []
  let sending: Promise<void> | undefined
  let away = false

  async function send(spans: readonly Span[]): Promise<void> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(document(serviceName, spans)),
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
      away = false
    } catch (error) {
      dropped.inc(spans.length)
      if (!away) log.warn({ err: error }, 'traces cannot be sent')
      away = true
    }
  }
  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSpans)
      waiting = waiting.slice(batchSpans)
      await send(batch)
    }
  }
  const flush = () => (sending ??= sendAll().finally(() => (sending = undefined)))
  const timer = setInterval(() => void flush(), batchMs).unref()

  return {
    add(span) {
      if (waiting.length >= keptSpans) dropped.inc()
      else waiting.push(span)
    },
    async stop() {
      clearInterval(timer)
      await sending
      await flush()
    },
  }
}

const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3 }

function document(serviceName: string, spans: readonly Span[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': serviceName }) },
        scopeSpans: [{ scope: { name: 'hariyali' }, spans: spans.map(spanOf) }],
      },
    ],
  }
}

function spanOf(span: Span) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId && { parentSpanId: span.parentId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanos(span.began),
    endTimeUnixNano: nanos(span.ended),
    attributes: attributesOf(span.attributes),
    status: span.failed ? { code: 2 } : {},
  }
}

/** As text, since the number is beyond what a double holds. */
function nanos(ms: number): string {
  return `${BigInt(Math.round(ms * 1_000)) * 1_000n}`
}

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }))
}
