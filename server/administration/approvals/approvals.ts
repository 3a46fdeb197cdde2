/**
 * Calls that a second administrator confirms (decision 11). The first one's call is stored, checked and encrypted; the
 * confirmation makes it once, where everything that it changes is as it was then. Whoever could make a call alone, because nobody
 * else could, makes it at once.
 */
import { z } from 'zod'
import { type Approval, waitsForSecondPerson } from '../../../contract/approvals.ts'
import { type EndpointSpec, mayCall } from '../../../contract/endpoint.ts'
import { record } from '../../people/audit/record.ts'
import { couldAnother, findWhoMay, whyNotFor } from '../../people/identity/administrators.ts'
import { dayOf } from '../../platform/calendar.ts'
import { currentCaller, runAsCaller } from '../../platform/caller.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { isRefusedAsHeld } from '../../platform/hold/held.ts'
import type { CallInput } from '../../platform/http/authorize.ts'
import { type FactsOf, parseInput } from '../../platform/http/register.ts'
import type { Handler, RequestContext } from '../../platform/http/request-context.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { type AskedFacts, type CallFacts, isAsAsked, toAsked } from '../../platform/second-person.ts'
import type { Session } from '../../platform/session.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  type ApprovalRow,
  countApprovals,
  decide,
  findApproval,
  findApprovals,
  insertApproval,
  lockApproval,
  saveOutcome,
  waitAgain,
} from './queries.ts'

export const approvalPurpose = 'approval'

/** An endpoint that needs a second person, with what its routes registered. */
export interface HeldCall {
  spec: EndpointSpec
  handler: Handler<EndpointSpec>
  facts: FactsOf<EndpointSpec>
}
export type HeldCalls = ReadonlyMap<string, HeldCall>

/** Method and path: the name of an endpoint that stays while the code around it changes. */
export const operationOf = ({ method, path }: EndpointSpec): string => `${method} ${path}`

/**
 * Stores the call where another administrator could make it, too, and returns the reply; undefined where the call is to be made
 * now. Refuses as `facts` does.
 */
export async function holdCall(
  shop: Shop,
  { accountId, email }: Session,
  spec: EndpointSpec,
  input: CallInput,
  facts: (tx: Tx) => Promise<CallFacts>,
): Promise<{ msg: string; approvalId: string } | undefined> {
  if (!(await couldAnother(shop.db, accountId, spec))) return undefined
  const id = newId()
  await shop.db.transaction(async (tx) => {
    const { lines, version } = toAsked(await facts(tx))
    const call: StoredCall = { ...input, version }
    const asked = {
      id,
      operation: operationOf(spec),
      callSealed: shop.secrets.seal(approvalPurpose, JSON.stringify(call)),
      facts: lines,
      askedBy: accountId,
      askedByName: email,
    }
    await insertApproval(tx, asked)
    await record(tx, 'call-asked', targetOf(asked))
  })
  return { msg: waitsForSecondPerson, approvalId: id }
}

/** What is encrypted: the call, and of what version of the things that it changes it was asked for. */
type StoredCall = CallInput & Pick<AskedFacts, 'version'>

function openCall(
  { secrets }: Shop,
  { spec }: HeldCall,
  { callSealed, facts: lines }: ApprovalRow,
): { input: ReturnType<typeof parseInput>; asked: AskedFacts } {
  const { version, ...sent } = JSON.parse(secrets.unseal(approvalPurpose, callSealed)) as StoredCall
  return { input: parseInput(spec, sent), asked: { lines, version } }
}

const targetOf = ({ id, operation }: { id: string; operation: string }) => ({
  target: { kind: 'call' as const, id, name: operation },
})

/**
 * Those that the caller could make or has asked for, newest first; of those that wait, how what they are about is now. Refuses
 * ('invalid') a malformed cursor.
 */
export function listApprovals(
  shop: Shop,
  calls: HeldCalls,
  { accountId, duties }: Session,
  query: PageRequest & { show: 'waiting' | 'all' },
): Promise<Page<Approval>> {
  const { db } = shop
  const operations = [...calls].filter(([, { spec }]) => mayCall(spec, duties)).map(([name]) => name)
  const filter = { operations, caller: accountId, show: query.show }
  return keysetPage(query, idCursor, {
    async rows(limit, before) {
      const rows: ShownApproval[] = []
      for (const row of await findApprovals(db, filter, limit, before))
        rows.push({ ...row, ...(await howItIsNow(shop, calls, duties, row)) })
      return rows
    },
    count: () => countApprovals(db, filter),
    toItem: (row: ShownApproval): Approval => ({
      id: row.id,
      title: calls.get(row.operation)?.spec.secondPerson ?? row.operation,
      facts: row.facts,
      changed: row.changed,
      file: hasFile(calls.get(row.operation)),
      askedBy: row.askedByName,
      askedAt: row.askedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      own: row.askedBy === accountId,
      state: row.state === 'waiting' && row.expired ? 'expired' : row.state,
      decidedBy: row.decidedByName,
      decidedAt: row.decidedAt && row.decidedAt.toISOString(),
      outcome: row.outcome,
    }),
  })
}

type ShownApproval = ApprovalRow & { changed: boolean }

/**
 * The present facts of a call that waits, and whether they are others than those asked for. Those that it was asked for where
 * the call would be refused now, and for an asker who may not see these things any more.
 */
async function howItIsNow(
  shop: Shop,
  calls: HeldCalls,
  duties: Session['duties'],
  row: ApprovalRow,
): Promise<{ facts: ApprovalRow['facts']; changed: boolean }> {
  const call = calls.get(row.operation)
  if (row.state !== 'waiting' || row.expired || !call || !mayCall(call.spec, duties))
    return { facts: row.facts, changed: false }
  let opened: ReturnType<typeof openCall>
  try {
    opened = openCall(shop, call, row)
  } catch (error) {
    // Of a key that is lost, or of another version of the shop: it must not hide the other calls.
    shop.log.warn({ err: error, approvalId: row.id }, 'call not read')
    return { facts: row.facts, changed: true }
  }
  const { input, asked } = opened
  try {
    const now = await shop.db.transaction((tx) => call.facts(tx, input))
    const gone = await whyNotFor(shop.db, askerOf(row), call.spec)
    return { facts: [...now.lines], changed: gone !== null || !isAsAsked(now, asked) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { facts: row.facts, changed: true }
  }
}

/** Calls with a file have it in this field of the body. */
const fileField = 'csv'
const hasFile = (call: HeldCall | undefined): boolean =>
  call?.spec.body instanceof z.ZodObject && fileField in call.spec.body.shape

/** The whole file of a call that takes one, as it was sent. Refuses: not-found, also for a call that the caller could not make. */
export async function readFile(
  shop: Shop,
  calls: HeldCalls,
  { duties }: Session,
  id: string,
): Promise<{ name: string; pieces: AsyncIterable<string> }> {
  const row = await findApproval(shop.db, id)
  const call = row && calls.get(row.operation)
  if (!row || !call || !hasFile(call) || !mayCall(call.spec, duties)) throw notFound('There is no such file.')
  const body: unknown = openCall(shop, call, row).input.body
  const { csv } = body as Record<typeof fileField, string>
  return { name: `asked-for-${dayOf(row.askedAt)}.csv`, pieces: inOnePiece(csv) }
}

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield text
}

/**
 * Makes the call, in the name of the caller and with the asker in the audit. It is claimed first: of two confirmations at once
 * one makes it, and a process that ends meanwhile does not make it again. Refuses as `requireUndecided` does; conflict where what
 * the call is about has changed, which the call itself finds under its own locks (`requireAsAsked`); and as the call does.
 */
export async function confirmApproval(
  shop: Shop,
  calls: HeldCalls,
  context: RequestContext,
  session: Session,
  id: string,
): Promise<string> {
  const seen = await findApproval(shop.db, id)
  const { row, call } = await requireUndecided(shop.db, calls, session, seen)
  const { input, asked } = openCall(shop, call, row)
  await shop.db.transaction(async (tx) => {
    await requireUndecided(tx, calls, session, await lockApproval(tx, id))
    await decide(tx, id, { state: 'confirmed', by: { id: session.accountId, name: session.email } })
    await record(tx, 'call-confirmed', { ...targetOf(row), note: `Asked for by ${row.askedByName}.` })
  })
  try {
    const confirms = {
      askedBy: { id: row.askedBy, name: row.askedByName },
      isAsAsked: async (tx: Tx) =>
        (await mayBoth(tx, call, row, session.accountId)) && isAsAsked(await call.facts(tx, input), asked),
      comparedIn: new WeakSet<Queryable>(),
    }
    const { msg } = (await runAsCaller({ ...currentCaller(), confirms }, () =>
      call.handler({ ...context, ...input } as RequestContext),
    )) as { msg: string }
    await saveOutcome(shop.db, id, { state: 'confirmed', outcome: msg })
    return msg
  } catch (error) {
    // A refusal means that nothing was done. After any other error that is not known, and nobody may try again.
    // So does the database of a held shop.
    if (isRefusedAsHeld(error) || (error instanceof Refusal && error.code === 'unavailable'))
      await waitAgain(shop.db, id)
    else if (error instanceof Refusal)
      await saveOutcome(shop.db, id, { state: 'failed', outcome: error.message })
    throw error
  }
}

/** Refuses as `requireUndecided` does. */
export async function declineApproval(
  shop: Shop,
  calls: HeldCalls,
  session: Session,
  id: string,
  reason: string,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const { row } = await requireUndecided(tx, calls, session, await lockApproval(tx, id))
    await decide(tx, id, {
      state: 'declined',
      by: { id: session.accountId, name: session.email },
      outcome: reason,
    })
    await record(tx, 'call-declined', {
      ...targetOf(row),
      note: `Asked for by ${row.askedByName}. ${reason}`,
    })
  })
}

/** Refuses: not-found for a call of somebody else; conflict for one that was decided. */
export async function withdrawApproval(shop: Shop, session: Session, id: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const row = await lockApproval(tx, id)
    if (row?.askedBy !== session.accountId) throw notFound('There is no such call.')
    requireWaiting(row)
    await decide(tx, id, { state: 'withdrawn', by: { id: session.accountId, name: session.email } })
    await record(tx, 'call-withdrawn', targetOf(row))
  })
}

/**
 * A call that the caller may decide. Refuses: not-found; forbidden for one that the caller could not make; conflict for
 * their own, for one that was decided or has expired, and where the asker may not make it any more.
 */
async function requireUndecided(
  db: Queryable,
  calls: HeldCalls,
  { accountId, duties }: Session,
  row: ApprovalRow | undefined,
): Promise<{ row: ApprovalRow; call: HeldCall }> {
  const call = row && calls.get(row.operation)
  if (!row || !call) throw notFound('There is no such call.')
  if (!mayCall(call.spec, duties)) throw new Refusal('forbidden', 'Your account may not do this.')
  if (row.askedBy === accountId)
    throw new Refusal('conflict', 'You asked for this yourself: another administrator has to decide it.')
  requireWaiting(row)
  const gone = await whyNotFor(db, askerOf(row), call.spec)
  if (gone !== null) throw new Refusal('conflict', gone)
  return { row, call }
}

const askerOf = ({ askedBy: id, askedByName: name, askedAt }: ApprovalRow) => ({ id, name, askedAt })

/** Whether both may still make the call, as each of them could when the call was asked for and confirmed. */
const mayBoth = async (
  db: Queryable,
  { spec }: HeldCall,
  row: ApprovalRow,
  confirmer: string,
): Promise<boolean> =>
  (await whyNotFor(db, askerOf(row), spec)) === null && (await findWhoMay(db, confirmer, spec)) !== undefined

function requireWaiting({ state, expired, decidedByName }: ApprovalRow): void {
  if (state !== 'waiting')
    throw new Refusal('conflict', `This was decided already${decidedByName ? ` by ${decidedByName}` : ''}.`)
  if (expired) throw new Refusal('conflict', 'This was not confirmed in time. It has to be asked for again.')
}
