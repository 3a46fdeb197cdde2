/** Counters and times of this process, written as Prometheus reads them (text format 0.0.4). */

export interface Counter {
  /** Labels in the order in which the counter names them. */
  add(amount: number, ...labels: string[]): void
}

export interface Histogram {
  /** Seconds that something took. */
  observe(seconds: number, ...labels: string[]): void
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
  const rows = openRows(labelNames, () => ({ value: 0 }))
  if (labelNames.length === 0) rows.of([])
  written.push(() => [
    ...head(name, help, 'counter'),
    ...[...rows.all].map(([labels, { value }]) => `${name}${braces(labels)} ${value}`),
  ])
  return {
    add(amount, ...labels) {
      rows.of(labels).value += amount
    },
  }
}

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Names end in `_seconds`. */
export function histogram(name: string, help: string, labelNames: readonly string[] = []): Histogram {
  const rows = openRows(labelNames, () => ({ buckets: bounds.map(() => 0), sum: 0, count: 0 }))
  written.push(() => [
    ...head(name, help, 'histogram'),
    ...[...rows.all].flatMap(([labels, { buckets, sum, count }]) => {
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
    observe(seconds, ...labels) {
      const row = rows.of(labels)
      let bucket = 0
      while (seconds > (bounds[bucket] ?? Infinity)) bucket += 1
      if (bucket < bounds.length) row.buckets[bucket] = (row.buckets[bucket] ?? 0) + 1
      row.sum += seconds
      row.count += 1
    },
  }
}

interface Branch<Row> {
  row: Row | undefined
  branches: Map<string, Branch<Row>>
}

/** A row a combination of labels. Found value by value: several are counted with each request, so no text is built. */
function openRows<Row>(names: readonly string[], make: () => Row) {
  const all = new Map<string, Row>()
  const root: Branch<Row> = { row: undefined, branches: new Map() }
  return {
    /** By their labels as they are written. */
    all,
    of(values: readonly string[]): Row {
      let branch = root
      for (const value of values) {
        let next = branch.branches.get(value)
        if (!next) branch.branches.set(value, (next = { row: undefined, branches: new Map() }))
        branch = next
      }
      if (branch.row === undefined) all.set(label(names, values), (branch.row = make()))
      return branch.row
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
