/**
 * Named points before and after every durable step of a server process, at which it can be ended or frozen. They are laid
 * around the seams of the process (statements, provider calls, replies), so the shop's own code knows nothing of them: a
 * node of the harness loads this module before the server, and no other process does.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync } from 'node:fs'
import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import pg from 'pg'
import { PgBoss } from 'pg-boss'

export type Act = 'kill' | 'stop'
/** What happens at the next pass of one of these points. */
export interface Armed {
  points: string[]
  act: Act
}

const operations = new AsyncLocalStorage<string>()
const seen = new Set<string>()
let armed: { points: Set<string>; act: Act } | undefined
let hitsFile = ''

/** Points that were passed so far. */
export const seenPoints = (): string[] => [...seen]

/** Replaces what was armed before. */
export function arm({ points, act }: Armed): void {
  armed = points.length > 0 ? { points: new Set(points), act } : undefined
}

/** Runs `work` as a named operation: the steps in it are points. */
export function asOperation<T>(name: string, work: () => T): T {
  return operations.run(name, work)
}

/** A step of this operation, or of the one that runs. Without an operation (the start, reads of the queue) it is no point. */
function pass(when: 'before' | 'after', step: string, operation = operations.getStore()): void {
  if (operation === undefined) return
  const point = `${operation}: ${when} ${step}`
  seen.add(point)
  if (!armed?.points.has(point)) return
  const { act } = armed
  armed = undefined
  // Written at once: a message to the parent would be lost with this process.
  appendFileSync(hitsFile, `${point}\n`)
  process.kill(process.pid, act === 'kill' ? 'SIGKILL' : 'SIGSTOP')
}

/** Lays the points of statements, jobs and replies. Call it before the server opens anything. `file` gets the points that acted. */
export function layPoints(file: string): void {
  hitsFile = file
  layStatements()
  layJobs()
  layReplies()
}

/** Wraps every function of a provider's adapter. */
export function withPoints<T extends object>(name: string, provider: T): T {
  const wrapped = Object.entries(provider).map(([key, value]) => {
    if (typeof value !== 'function') return [key, value]
    const call = (...given: unknown[]) => {
      const step = `${name}.${key}`
      pass('before', step)
      const answer: unknown = value.apply(provider, given)
      if (!(answer instanceof Promise)) {
        pass('after', step)
        return answer
      }
      return answer.then((result) => {
        pass('after', step)
        return result
      })
    }
    return [key, call]
  })
  return Object.fromEntries(wrapped) as T
}

/** The name of a statement that changes or locks something; undefined for one that only reads. */
export function stepOf(statement: string): string | undefined {
  const text = statement.trim().replace(/\s+/g, ' ').toLowerCase()
  if (text === 'commit') return text
  // Settings of the transaction are sent with it.
  if (/^begin(?:;|$)/.test(text)) return 'begin'
  const [, insert] = /\binsert into (?:only )?"?([\w.]+)/.exec(text) ?? []
  const [, update] = /\bupdate (?:only )?"?([\w.]+)"? (?:as )?(?:\w+ )?set\b/.exec(text) ?? []
  const [, remove] = /\bdelete from (?:only )?"?([\w.]+)/.exec(text) ?? []
  if (insert) return `insert ${plain(insert)}`
  if (update && update !== 'set') return `update ${plain(update)}`
  if (remove) return `delete ${plain(remove)}`
  const [, locked] = /\bfrom ([\w.]+).* for (?:no key )?(?:update|share)/.exec(text) ?? []
  return locked && `lock ${plain(locked)}`
}
/** pg-boss calls its table `job_common` in some statements. */
const plain = (table: string) => table.replace(/^pgboss\./, '').replace(/^job_common$/, 'job')

/** Takes and ends jobs outside of any handler. */
function queueOperation(text: string): string | undefined {
  if (!/pgboss\.job/.test(text)) return undefined
  if (/'active'/.test(text) && /skip locked/i.test(text)) return 'queue, claim'
  if (/completed_on\s*=/.test(text) && /'completed'/.test(text)) return 'queue, complete'
  return undefined
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown

function layStatements(): void {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function (...given) {
    const first = given[0] as string | { text?: string } | undefined
    const text = typeof first === 'string' ? first : (first?.text ?? '')
    const operation = operations.getStore() ?? queueOperation(text)
    const step = operation === undefined ? undefined : stepOf(text)
    if (step === undefined) return query.apply(this, given)
    // A look at an empty queue claims nothing: only the pass after a claim that got a job is a point.
    const isClaim = operation === 'queue, claim'
    if (!isClaim) pass('before', step, operation)
    const answer = query.apply(this, given)
    if (!(answer instanceof Promise)) return answer
    return answer.then((result: { rowCount?: number | null }) => {
      if (!isClaim || (result.rowCount ?? 0) > 0) pass('after', step, operation)
      return result
    })
  }
}

function layJobs(): void {
  type Work = (name: string, options: object, handler: (jobs: unknown) => Promise<unknown>) => Promise<string>
  const prototype = PgBoss.prototype as unknown as { work: Work }
  const { work } = prototype
  prototype.work = function (name, options, handler) {
    return work.call(this, name, options, (jobs) => operations.run(`job ${name}`, () => handler(jobs)))
  }
}

function layReplies(): void {
  const prototype = Server.prototype as unknown as { emit: (...given: unknown[]) => boolean }
  const { emit } = prototype
  prototype.emit = function (event, ...given) {
    if (event !== 'request') return emit.call(this, event, ...given)
    const [request, response] = given as [IncomingMessage, ServerResponse]
    const operation = operationOf(request)
    if (operation === undefined) return emit.call(this, event, ...given)
    const { writeHead } = response
    response.writeHead = ((...head: Parameters<typeof writeHead>) => {
      pass('before', 'reply', operation)
      return writeHead.apply(response, head)
    }) as typeof writeHead
    response.once('finish', () => pass('after', 'reply', operation))
    return operations.run(operation, () => emit.call(this, event, ...given))
  }
}

/** Method and path of a call that changes something, with ids and numbers masked. */
function operationOf({ method = '', url = '' }: IncomingMessage): string | undefined {
  const [path = ''] = url.split('?', 1)
  if (!path.startsWith('/api/v1/')) return undefined
  if (method === 'GET' && !path.includes('/order/payment/')) return undefined
  const masked = path
    .slice('/api/v1'.length)
    .replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}/g, '/{id}')
    .replace(/\/\d+(?=\/|$)/g, '/{n}')
  return `${method} ${masked}`
}
