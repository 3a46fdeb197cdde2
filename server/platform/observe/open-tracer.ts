/** The tracer: spans of OpenTelemetry's SDK, sent to a collector in batches and never at a request's cost. */
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { openSpanExporter, type SpanExporterOptions } from './span-exporter.ts'
import { droppedSpans, type Tracer } from './trace.ts'

export interface TracerOptions extends SpanExporterOptions {
  serviceName: string
  /** The share of requests and jobs that are traced, 0 to 1. */
  share: number
}

const batchMs = 2_000
const batchSpans = 512
/** Spans that wait for a collector that is away; those beyond are dropped and counted, so that they do not fill the memory. */
const maxWaitingSpans = 8_192
const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT }

/** `stop` sends the spans that wait. */
export function openTracer({
  serviceName,
  share,
  ...options
}: TracerOptions): Tracer & { stop(): Promise<void> } {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [openProcessor(options)],
  })
  const tracer = provider.getTracer('hariyali')
  return {
    beginTrace(name, kind, traceparent) {
      const span = tracer.startSpan(name, { kind: kinds[kind], startTime: now() }, parentOf(traceparent))
      return span.isRecording() ? span : undefined
    },
    beginSpan: (name, kind, parent, attributes) =>
      tracer.startSpan(
        name,
        { kind: kinds[kind], attributes, startTime: now() },
        trace.setSpan(ROOT_CONTEXT, parent),
      ),
    endSpan(span, attributes, failed) {
      span.setAttributes(attributes)
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(now())
    },
    stop: () => provider.shutdown(),
  }
}

/** Batches of spans. The library drops spans of a full queue without telling, so the queue is counted here, too. */
function openProcessor(options: SpanExporterOptions): SpanProcessor {
  let waiting = 0
  const exporter = openSpanExporter(options)
  const batches = new BatchSpanProcessor({
    exporter: {
      export(spans, done) {
        waiting -= spans.length
        exporter.export(spans, done)
      },
      shutdown: () => exporter.shutdown(),
    },
    maxExportBatchSize: batchSpans,
    maxQueueSize: maxWaitingSpans,
    scheduledDelayMillis: batchMs,
  })
  return {
    onStart: () => {},
    onEnd(span) {
      if (waiting >= maxWaitingSpans) {
        droppedSpans.inc()
        return
      }
      waiting += 1
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}

function parentOf(traceparent = ''): Context {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: parseInt(flags, 16),
    isRemote: true,
  })
}

/** Milliseconds since 1970 with their fractions. By itself the SDK rounds beginnings: children would outlast their parents. */
function now(): number {
  return performance.timeOrigin + performance.now()
}
