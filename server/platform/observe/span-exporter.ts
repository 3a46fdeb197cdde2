/** Sends spans to an OpenTelemetry collector: OTLP over HTTP as JSON. */
import http from 'node:http'
import https from 'node:https'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { countOutgoing } from './outgoing.ts'
import { droppedSpans } from './trace.ts'

export interface SpanExporterOptions {
  /** OTEL_EXPORTER_OTLP_ENDPOINT; `/v1/traces` is added. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  log: Pick<Logger, 'warn'>
  /** The longest time one connection to the collector may take; tests shorten it. */
  timeoutMs?: number
}

/** ExportResultCode.SUCCESS of the library. */
const succeeded = 0

/** Spans that the collector does not take are dropped and counted; the first failure in a row is logged. Follows no redirect. */
export function openSpanExporter({
  endpoint,
  headers,
  log,
  timeoutMs = 5_000,
}: SpanExporterOptions): SpanExporter {
  const url = new URL(`${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`)
  const collector = new OTLPTraceExporter({
    url: url.href,
    headers: { ...headers },
    timeoutMillis: timeoutMs,
    httpAgentOptions: (protocol) => shortLivedAgent(protocol, timeoutMs),
  })
  let away = false
  return {
    export(spans, done) {
      const began = performance.now()
      collector.export(spans, ({ error }) => {
        countOutgoing(url.host, error ? statusOf(error) : '200', performance.now() - began)
        if (error) {
          droppedSpans.inc(spans.length)
          if (!away) log.warn({ err: error }, 'traces cannot be sent')
        }
        away = error !== undefined
        // Nothing is left to do about a failure. If it were reported, the library would stop waiting for the other batches at
        // the end.
        done({ code: succeeded })
      })
    },
    shutdown: () => collector.shutdown(),
  }
}

function statusOf(error: Error & { code?: unknown }): string {
  return typeof error.code === 'number' ? String(error.code) : 'none'
}

/** The library's own limit never ends a connection on which a byte arrives now and then; this one ends each after `ms`. */
function shortLivedAgent(protocol: string, ms: number): http.Agent {
  const agent = protocol === 'https:' ? new https.Agent() : new http.Agent()
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, done) => {
    const connection = connect(options, done)
    const timer = setTimeout(
      () => connection?.destroy(new Error(`The collector took longer than ${ms} ms.`)),
      ms,
    ).unref()
    connection?.once('close', () => clearTimeout(timer))
    return connection
  }
  return agent
}
