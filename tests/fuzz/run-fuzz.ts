/**
 * API fuzzing from the shop's own OpenAPI document: chains of calls and single calls, good ones, ones at the edges and broken ones,
 * by people who use each other's ids. Each request draws its choices from the seed and its own number, so that a run can be repeated
 * up to the request that failed.
 */
import { isDeepStrictEqual } from 'node:util'
import { digest } from '../setup/digest.ts'
import { endRateLimits } from '../setup/clock.ts'
import { logIn } from '../setup/people.ts'
import type { TestShop } from '../setup/shop.ts'
import { type Cast, type Person, signUpCast } from './cast.ts'
import { anyChain } from './chains.ts'
import { type Operation, readOperations } from './document.ts'
import { breakDraft, type Draft, goodDraft } from './drafts.ts'
import { type Making } from './good-values.ts'
import { type FuzzReport, sameWords } from './fuzz-report.ts'
import { type KnownId, type KnownIds, openKnownIds } from './known-ids.ts'
import { type Random, seeded } from './random.ts'
import { openSight, type Sight } from './sight.ts'
import { send, type Sent } from './send.ts'
import { type Chain, type Step, untilJobsRest } from './steps.ts'

export interface FuzzOptions {
  requests: number
  seed: number
  /** After which share of the broken requests the tables are compared; each comparison costs as much as some dozens of requests. */
  compared?: number
  /** Stops after so many different faults. */
  faultsMax?: number
}

interface Run {
  shop: TestShop
  options: Required<FuzzOptions>
  cast: Cast
  operations: Map<string, Operation>
  ids: KnownIds
  cursors: Map<string, string>
  sight: Sight
  report: FuzzReport
  /** How often each operation answered 200. */
  good: Map<string, number>
  /** The text and the origins of each request whose reply told ids. */
  told: Map<number, { shown: string; from: number[] }>
  /** The requests so far. */
  number: number
}

/** Sends the requests to the shop, one after the other. The shop needs TRUST_PROXY and a database of its own. */
export async function runFuzz(shop: TestShop, options: FuzzOptions): Promise<FuzzReport> {
  const { requests, seed } = options
  const operations = new Map((await readOperations(shop)).map((one) => [one.id, one]))
  const report: FuzzReport = {
    seed,
    requests,
    statuses: {},
    good: {},
    neverGood: [],
    compared: 0,
    slow: [],
    slowestMs: 0,
    cpuSeconds: 0,
    faults: [],
  }
  const run: Run = {
    shop,
    options: { compared: 0.02, faultsMax: 10, ...options },
    cast: await signUpCast(shop),
    operations,
    ids: openKnownIds(),
    cursors: new Map(),
    sight: openSight(shop),
    report,
    good: new Map(),
    told: new Map(),
    number: 0,
  }
  const cpu = process.cpuUsage()
  const isEnough = () => run.number >= requests || run.report.faults.length >= run.options.faultsMax
  while (!isEnough()) {
    const random = seeded(seed, run.number, 1)
    if (random.chance(0.1)) await endRateLimits(shop)
    if (random.chance(0.14))
      await follow(run, anyChain({ shop, cast: run.cast, random, number: run.number }), isEnough)
    else await request(run, anyStep(run, random), 0.55)
  }
  const { user, system } = process.cpuUsage(cpu)
  run.report.cpuSeconds = Math.round((user + system) / 100_000) / 10
  run.report.requests = run.number
  run.report.good = Object.fromEntries(run.good)
  run.report.neverGood = [...operations.keys()].filter((id) => !run.good.has(id)).sort()
  return run.report
}

/** A chain goes on with the good reply: a step that was broken, and refused for it, is sent again as it should be. */
async function follow(run: Run, chain: Chain, isEnough: () => boolean): Promise<void> {
  let next = await chain.next()
  while (!next.done && !isEnough()) {
    let sent = await request(run, next.value, 0.2)
    if (sent.status >= 400) sent = await request(run, next.value, 0)
    next = await chain.next(sent)
  }
  await chain.return()
}

/** Calls that would change the secret of somebody's login or end sessions are for the chains. */
const apart = /^(auth\.(logout|endSessions)|admin\.(suspend|confirmSecondFactor|removeSecondFactor|holdShop))/

function anyStep({ operations, cast }: Run, random: Random): Step {
  const operation = random.pick([...operations.values()].filter(({ id }) => !apart.test(id)))
  const fitting = cast.people.filter(({ role }) => operation.roles.includes(role))
  const person = fitting.length > 0 && random.chance(0.92) ? random.pick(fitting) : random.pick(cast.people)
  return { operation: operation.id, person }
}

/** Sends one request, broken in this share of cases, and checks everything that holds for its reply. */
async function request(run: Run, step: Step, brokenShare: number): Promise<Sent> {
  const { shop, options, cast, ids, cursors, report } = run
  const number = run.number
  run.number += 1
  const random = seeded(options.seed, number, 2)
  const operation = run.operations.get(step.operation)
  if (!operation) throw new Error(`the document has no ${step.operation}`)
  const used: KnownId[] = []
  const { person } = step
  const making: Making = { operation, person, cast, shopUrl: shop.url, ids, cursors, random, number, used }
  const draft = goodDraft(making, step)
  if (random.chance(brokenShare)) breakDraft(draft, operation, random)
  const before = random.chance(options.compared) ? await tablesAtRest(shop) : undefined
  const sent = await send(person, draft, number)
  const shown = `#${number} ${operation.id} ${sent.shown} -> ${sent.status} ${sent.text.slice(0, 300)}`
  report.statuses[sent.status] = (report.statuses[sent.status] ?? 0) + 1
  const faults = await faultsOf(run, operation, person, draft, sent, used)
  if (before && sent.status >= 400) faults.push(...(await changesSince(run, before)))
  for (const what of faults) {
    const first = report.faults.find(
      (fault) => fault.operation === operation.id && sameWords(fault.what, what),
    )
    if (first) first.times += 1
    else
      report.faults.push({
        seed: options.seed,
        request: number,
        operation: operation.id,
        what,
        times: 1,
        chain: [...originsOf(run, used), shown],
      })
  }
  await watchTime(run, operation, sent, number)
  if (sent.status === 200 && !draft.astray) keep(run, operation, person, draft, sent, shown, used, number)
  if (sent.status === 401 && person.role !== 'visitor' && !draft.headers.cookie) await logInAgain(run, person)
  if (sent.status === 403 && sent.text.includes('recentLogin')) await logInAgain(run, person)
  return sent
}

/** What a good reply tells is used by the next requests. */
function keep(
  { ids, cursors, cast, good, told }: Run,
  { id }: Operation,
  person: Person,
  draft: Draft,
  { body, headers }: Sent,
  shown: string,
  used: KnownId[],
  number: number,
): void {
  good.set(id, (good.get(id) ?? 0) + 1)
  if (cast.people.includes(person)) ids.learn(id, person.name, number, body)
  told.set(number, { shown, from: used.map(({ from }) => from) })
  const cursor = /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1]
  if (cursor) cursors.set(id, decodeURIComponent(cursor))
  if (id === 'auth.changePassword' && person.role !== 'visitor')
    person.password = String((draft.body as { newPassword: unknown }).newPassword)
  if (id === 'cart.get' && Array.isArray(body))
    person.cartPaise =
      body.reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0) || 100
}

async function faultsOf(
  run: Run,
  operation: Operation,
  person: Person,
  draft: Draft,
  { status, contentType, body, text }: Sent,
  used: readonly KnownId[],
): Promise<string[]> {
  const faults: string[] = []
  if (status >= 500) faults.push(`answered ${status}`)
  const words = (body as { msg?: unknown } | undefined)?.msg
  if (draft.method !== 'HEAD' && status >= 400 && !(typeof words === 'string' && words.trim()))
    faults.push(`${status} without words`)
  if (!draft.astray) {
    const shape =
      status < 500 ? operation.faultOf(status, contentType, body === undefined ? text : body) : undefined
    if (shape) faults.push(shape)
    const open = operation.roles.includes('visitor')
    if (status === 200 && !open && !operation.roles.includes(person.role))
      faults.push(`open to ${person.role}`)
    const foreign = used.find((id) => run.ids.isOfAnother(id, person.name))
    // An id in a body or a query may be ignored; one in the path names what the call is about.
    const inPath = foreign && Object.values(draft.params).includes(foreign.value)
    if (status === 200 && inPath) faults.push(`took the ${foreign.kind} of another person`)
  }
  const leak = await run.sight(person, operation.id, text)
  if (leak) faults.push(`showed ${leak} to ${person.name}`)
  return faults
}

async function logInAgain({ shop, cast }: Run, person: Person): Promise<void> {
  const { client, email, password, role } = person
  // Somebody who signed up in a chain may have lost the session on purpose.
  if (role === 'visitor' || !cast.people.includes(person)) return
  await endRateLimits(shop)
  client.cookies.clear()
  await logIn(client, email, password)
}

/** Rows that a refused call may write: tries of a code, and the proof that an unverified account gave its password. */
const mayChange = new Set(['one_time_code', 'password_proof', 'audit_repeat'])

interface Rest {
  tables: Record<string, string>
  /** When a job was begun last. */
  lastJob: unknown
}

const lastJobOf = async ({ db }: TestShop): Promise<unknown> =>
  (await db.execute('select max(started_on)::text as at from pgboss.job')).rows[0]

/** A digest of the tables when no job is running; undefined if jobs do not come to rest. */
async function tablesAtRest(shop: TestShop): Promise<Rest | undefined> {
  if (!(await untilJobsRest(shop))) return undefined
  const lastJob = await lastJobOf(shop)
  return { tables: await digest(shop), lastJob }
}

async function changesSince({ shop, report }: Run, { tables: before, lastJob }: Rest): Promise<string[]> {
  const after = await digest(shop)
  // A webhook of the stand-in came in between, or a job whose time had come: what changed may be its doing.
  if (after.webhook_event !== before.webhook_event) return []
  if (!isDeepStrictEqual(await lastJobOf(shop), lastJob)) return []
  report.compared += 1
  const changed = Object.keys(after).filter(
    (table) => after[table] !== before[table] && !mayChange.has(table),
  )
  return changed.length > 0 ? [`refused, and changed ${changed.join(', ')}`] : []
}

/** A busy machine slows everything: the time of a bare call at the same moment is reported with a slow reply. */
async function watchTime(
  { shop, report }: Run,
  { id }: Operation,
  { ms }: Sent,
  request: number,
): Promise<void> {
  report.slowestMs = Math.max(report.slowestMs, Math.round(ms))
  if (ms <= 1_000) return
  const began = performance.now()
  await shop.client().get('/healthz')
  report.slow.push({
    request,
    operation: id,
    ms: Math.round(ms),
    bareMs: Math.round(performance.now() - began),
  })
}

/** The requests that told these ids, and those that told the ids in them. */
function originsOf({ told }: Run, used: readonly KnownId[]): string[] {
  const all = new Set<number>()
  const visit = (from: number) => {
    if (all.has(from)) return
    all.add(from)
    told.get(from)?.from.forEach(visit)
  }
  used.forEach(({ from }) => visit(from))
  return [...all].sort((a, b) => a - b).map((number) => told.get(number)?.shown ?? `#${number}`)
}
