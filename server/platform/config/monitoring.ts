/** Settings of logs, metrics and traces. */
import { z } from 'zod'
import { host, port, url } from './formats.ts'

const share = 'must be a number from 0 to 1'

export const monitoringSettings = {
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'http://127.0.0.1:4318').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^\s,=]+=[^,\r\n]*(,[^\s,=]+=[^,\r\n]*)*$/, 'must be name=value, several with commas between')
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('hariyali'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number({ error: share }).min(0, share).max(1, share).default(1),
}

type MonitoringValues = z.output<z.ZodObject<typeof monitoringSettings>>

/** The collector that traces are sent to. */
interface TraceConfig {
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** The share of requests and jobs that is traced, 0 to 1. */
  share: number
}

export interface MonitoringConfig {
  logLevel: string
  /** Where /metrics is served; undefined serves it nowhere. */
  metrics: { host: string; port: number } | undefined
  /** Undefined traces nothing. */
  traces: TraceConfig | undefined
}

export function readMonitoring(values: MonitoringValues): MonitoringConfig {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT
  return {
    logLevel: values.LOG_LEVEL,
    metrics:
      values.METRICS_PORT === undefined
        ? undefined
        : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    traces: endpoint
      ? {
          endpoint,
          headers: readHeaders(values.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
          serviceName: values.OTEL_SERVICE_NAME,
          share: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
  }
}

/** `name=value` pairs with commas between them; values are percent-encoded. */
function readHeaders(pairs: string): Record<string, string> {
  const entries = pairs.split(',').filter(Boolean)
  return Object.fromEntries(
    entries.map((pair) => {
      const end = pair.indexOf('=')
      return [pair.slice(0, end), decodeURIComponent(pair.slice(end + 1))]
    }),
  )
}
