/** Counters and times of this process, written as Prometheus reads them (text format 0.0.4). */

export interface Counter {
  /** Labels in the order in which the counter names them. */
  add(amount: number, ...labels: string[]): void
}

export interface Times {
  /** Seconds that something took. */
  took(seconds: number, ...labels: string[]): void
}

/** A value read at the moment of asking. */
export interface Gauge {
  name: string
  help: string
  labels?: Readonly<Record<string, string>>
  /** Of what only grows and is read where it lies. */
  type?: 'counter'
  value: number
}

type Line = () => string[]
const written: Line[] = []

/** Names end in `_total`. */
export function counter(name: string, help: string, labelNames: readonly string[] = []): Counter {
  const values = new Map<string, number>()
  if (labelNames.length === 0) values.set('', 0)
  written.push(() => [
    ...head(name, help, 'counter'),
    ...[...values].map(([labels, value]) => `${name}${braces(labels)} ${value}`),
  ])
  return {
    add(amount, ...labels) {
      const key = label(labelNames, labels)
      values.set(key, (values.get(key) ?? 0) + amount)
    },
  }
}

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Names end in `_seconds`. */
export function times(name: string, help: string, labelNames: readonly string[] = []): Times {
  interface Row {
    buckets: number[]
    sum: number
    count: number
  }
  const rows = new Map<string, Row>()
  written.push(() => [
    ...head(name, help, 'histogram'),
    ...[...rows].flatMap(([labels, { buckets, sum, count }]) => {
      const with_ = (le: string) => braces(labels ? `${labels},le="${le}"` : `le="${le}"`)
      let below = 0
      return [
        ...bounds.map((bound, i) => `${name}_bucket${with_(String(bound))} ${(below += buckets[i] ?? 0)}`),
        `${name}_bucket${with_('+Inf')} ${count}`,
        `${name}_sum${braces(labels)} ${sum}`,
        `${name}_count${braces(labels)} ${count}`,
      ]
    }),
  ])
  return {
    took(seconds, ...labels) {
      const key = label(labelNames, labels)
      let row = rows.get(key)
      if (!row) rows.set(key, (row = { buckets: bounds.map(() => 0), sum: 0, count: 0 }))
      const bucket = bounds.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) row.buckets[bucket] = (row.buckets[bucket] ?? 0) + 1
      row.sum += seconds
      row.count += 1
    },
  }
}

/** Everything counted so far. */
export function writeMeters(): string {
  return written
    .flatMap((lines) => lines())
    .map((line) => `${line}\n`)
    .join('')
}

/** Gauges of one name must follow each other. */
export function writeGauges(gauges: readonly Gauge[]): string {
  return gauges
    .flatMap(({ name, help, labels = {}, value, type = 'gauge' }, i) => [
      ...(gauges[i - 1]?.name === name ? [] : head(name, help, type)),
      `${name}${braces(label(Object.keys(labels), Object.values(labels)))} ${value}`,
    ])
    .map((line) => `${line}\n`)
    .join('')
}

function head(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function label(names: readonly string[], values: readonly string[]): string {
  return names.map((name, i) => `${name}="${escape(values[i] ?? '')}"`).join(',')
}

function escape(value: string): string {
  return /[\\"\n]/.test(value)
    ? value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))
    : value
}

function braces(labels: string): string {
  return labels ? `{${labels}}` : ''
}
