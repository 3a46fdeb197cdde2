/** The counters and histograms of this process, and how they and the gauges of a shop become the text of `/metrics`. */
import Counter from 'prom-client/lib/counter.js'
import PromGauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'

/** A value that is read when `/metrics` is requested. Those of one name stand next to each other and have the same labels. */
export interface Gauge {
  name: string
  help: string
  labels?: Readonly<Record<string, string>>
  /** For a value that only grows but is read from where it is kept, such as processor time. */
  type?: 'counter'
  value: number
}

/** Upper bounds of the histograms' buckets, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The library's global registry is not used: any package could add metrics to that one. */
const processMeters = new Registry()

/** A count of events since the process started. Its name ends in `_total`. */
export function counter<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers: [processMeters] })
}

/** A distribution of durations in seconds. Its name ends in `_seconds`. */
export function histogram<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Histogram<Label> {
  return new Histogram({ name, help, labelNames, buckets, registers: [processMeters] })
}

/**
 * The response of `/metrics` (Prometheus text format 0.0.4): what this process counted, then the gauges. Those get a registry
 * for this one response, because a process may run several shops.
 */
export async function writeMetrics(gauges: readonly Gauge[]): Promise<string> {
  const registry = new Registry()
  for (const gauge of gauges) registerGauge(registry, gauge)
  const texts = await Promise.all([processMeters.metrics(), registry.metrics()])
  // The library separates metrics with empty lines, which not every reader of the format accepts.
  return texts.join('').replaceAll('\n\n', '\n')
}

function registerGauge(registry: Registry, { name, help, labels = {}, type, value }: Gauge): void {
  const known = registry.getSingleMetric(name)
  const options = { name, help, labelNames: Object.keys(labels), registers: [registry] }
  if (type === 'counter') new Counter(options).inc(labels, value)
  else if (known instanceof PromGauge) known.set(labels, value)
  else new PromGauge(options).set(labels, value)
}
