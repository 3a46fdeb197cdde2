/**
 * `node --import 'record-statements.ts?to=FILE'`: writes every statement that this process sends to PostgreSQL to that file, in
 * the order in which they are answered, which no lock can contradict.
 */
import { appendFileSync } from 'node:fs'
import pg from 'pg'

export interface RecordedStatement {
  /** The number of its connection. */
  on: number
  /** Sent before the one before it on the same connection was answered. */
  joined: boolean
  name?: string
  text: string
  values?: unknown[]
}

const file = new URL(import.meta.url).searchParams.get('to')
if (!file) throw new Error('record-statements.ts wants the name of a file')
const numbers = new WeakMap<object, number>()
const waiting = new WeakMap<object, number>()
let connections = 0

type Query = (this: object, config: unknown, ...rest: unknown[]) => unknown
const prototype = pg.Client.prototype as unknown as { query: Query }
const query = prototype.query
prototype.query = function record(config, ...rest) {
  const result = query.call(this, config, ...rest)
  if (!(result instanceof Promise)) return result
  if (!numbers.has(this)) numbers.set(this, (connections += 1))
  const before = waiting.get(this) ?? 0
  waiting.set(this, before + 1)
  const sent = (typeof config === 'string' ? { text: config, values: rest[0] } : config) as RecordedStatement
  const { name, text, values } = sent
  const line = JSON.stringify({ on: numbers.get(this), joined: before > 0, name, text, values })
  const answered = () => {
    waiting.set(this, (waiting.get(this) ?? 1) - 1)
    appendFileSync(file, `${line}\n`)
  }
  result.then(answered, answered)
  return result
}
