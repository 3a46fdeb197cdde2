/** Holds the shop, shows the hold, and releases it (docs/operations.md, "A held shop"). */
import type { HoldState } from '../../../contract/admin-hold.ts'
import { rupees } from '../../../contract/money.ts'
import { record } from '../../people/audit/record.ts'
import { newId } from '../../platform/db/ids.ts'
import { waitingJobs } from '../../platform/hold/waiting-jobs.ts'
import { indianTime } from '../../platform/calendar.ts'
import type { Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type CallFacts, requireAsAsked } from '../../platform/second-person.ts'
import type { Shop } from '../../platform/shop.ts'
import { bankReference } from '../settlements/present.ts'
import {
  findHold,
  type HoldRow,
  insertHold,
  listFindings,
  listLeftOut,
  lockHold,
  markReconciling,
  markReleased,
  newestPayoutNumber,
  sumFindings,
  waitForWriters,
} from './queries.ts'
import { serialWith } from './rules.ts'

const findingsShown = 200

export function requireHold(hold: HoldRow | undefined): HoldRow {
  if (!hold) throw new Refusal('conflict', 'The shop is not held.')
  return hold
}

/** From the commit on nothing is sold or paid. Refuses: conflict where the shop is held. */
export async function holdShop(shop: Shop, note: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const id = newId()
    if (!(await insertHold(tx, { id, note }))) throw new Refusal('conflict', 'The shop is held already.')
    await waitForWriters(tx)
    await record(tx, 'shop-held', { target: { kind: 'hold', id, name: 'by hand' }, note })
  })
}

export async function showHold({ db }: Pick<Shop, 'db'>): Promise<HoldState | null> {
  const hold = await findHold(db)
  if (!hold) return null
  const totals = await sumFindings(db, hold.id)
  const newest = await newestPayoutNumber(db)
  return {
    ...hold,
    heldAt: hold.heldAt.toISOString(),
    backupAt: hold.backupAt?.toISOString() ?? null,
    reconciledTo: hold.reconciledTo?.toISOString() ?? null,
    totals: totals.map(({ paise, ...rest }) => ({ ...rest, amount: rupees(paise) })),
    findings: (await listFindings(db, hold.id, findingsShown)).map(({ paise, ...rest }) => ({
      ...rest,
      amount: rupees(paise),
    })),
    lastBankReference: newest === null ? null : bankReference(newest),
    series: (await listLeftOut(db, hold.id, findingsShown)).map(({ gstin, from, to, ...series }) => ({
      gstin,
      from: serialWith(series, from),
      to: serialWith(series, to),
    })),
    waitsFor: waitsFor(hold, totals),
  }
}

/** Why the hold cannot end yet; null where it can. */
function waitsFor(
  { cause, reconciliation }: HoldRow,
  totals: readonly { outcome: string; count: number }[],
): string | null {
  if (reconciliation === 'running') return 'The reconciliation with the payment provider is under way.'
  if (cause === 'restored' && reconciliation !== 'done')
    return 'The shop was restored: reconcile it with the payment provider first.'
  if (totals.some(({ outcome }) => outcome === 'under-way'))
    return 'Money was under way at the payment provider: reconcile again.'
  return null
}

function refuseEarly(hold: HoldRow, totals: Parameters<typeof waitsFor>[1], entered: boolean): void {
  const waits = waitsFor(hold, totals)
  if (waits) throw new Refusal('conflict', waits)
  if (hold.cause === 'restored' && !entered) {
    const words = 'Enter the last references and serials and the transfers of the bank first.'
    throw new Refusal('conflict', words, { fields: { entered: words } })
  }
}

/** Queues the reconciliation; one that is interrupted is repeated, and adopts nothing twice. Refuses: conflict. */
export async function startReconciliation(shop: Shop): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const { id, cause } = requireHold(await lockHold(tx))
    await markReconciling(tx, id)
    await shop.jobs.send(tx, 'reconcile-hold', { holdId: id })
    await record(tx, 'hold-reconciled', { target: { kind: 'hold', id, name: cause } })
  })
}

/** For a second administrator, who finds the rest on the page of the hold. Refuses as the release does. */
export async function releaseFacts(
  tx: Tx,
  { note, entered }: { note: string; entered: boolean },
): Promise<CallFacts> {
  const hold = requireHold(await findHold(tx))
  const totals = await sumFindings(tx, hold.id)
  refuseEarly(hold, totals, entered)
  const count = (wanted: string) =>
    totals.filter(({ outcome }) => outcome === wanted).reduce((sum, one) => sum + one.count, 0)
  const newest = await newestPayoutNumber(tx)
  return {
    lines: [
      { label: 'Held because', value: `${hold.note} (${indianTime(hold.heldAt)})` },
      { label: 'Reconciled', value: hold.reconciledTo ? `up to ${indianTime(hold.reconciledTo)}` : 'no' },
      { label: 'Taken over', value: `${count('adopted')} movements of money` },
      { label: 'Unknown here', value: `${count('unknown')} movements of money` },
      { label: 'Last reference of a payout', value: newest === null ? 'none' : bankReference(newest) },
      { label: 'Note', value: note },
    ],
    version: [hold, totals, newest, await listLeftOut(tx, hold.id, findingsShown)],
  }
}

/**
 * What waited goes on. Refuses: conflict where the shop is not held, or still waits for something. Of two releases one finds the
 * shop released; a job runs before the release, and waits, or after it.
 */
export async function releaseShop(
  shop: Shop,
  { note, entered }: { note: string; entered: boolean },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const hold = requireHold(await lockHold(tx))
    await requireAsAsked(tx)
    refuseEarly(hold, await sumFindings(tx, hold.id), entered)
    await waitForWriters(tx)
    await markReleased(tx, hold.id, note)
    await shop.jobs.hasten(tx, waitingJobs)
    await record(tx, 'shop-released', { target: { kind: 'hold', id: hold.id, name: hold.cause }, note })
  })
}
