/** Compares a day of the payment provider's lists with the ledger: captured payments, refunds, and transfers to sellers. */
import type { Difference, Reconciliation } from '../../../contract/admin-ledger.ts'
import { day as calendarDay } from '../../../contract/fields.ts'
import { rupees } from '../../../contract/money.ts'
import { record } from '../../people/audit/record.ts'
import { newId } from '../../platform/db/ids.ts'
import { type CursorFormat, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import {
  type MovementSubject,
  type ProviderMovement,
  ProviderUnavailable,
} from '../../platform/providers/payments/provider.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { addDays, beginOf, dayOf } from '../../platform/calendar.ts'
import {
  countReconciliations,
  daysToReconcile,
  type DifferenceRow,
  findReconciliation,
  type LedgerMovement,
  listDifferences,
  listReconciliationRows,
  movementsById,
  movementsOfDay,
  type ReconciliationRow,
  saveReconciliation,
} from './reconcile-queries.ts'

const subjects: readonly MovementSubject[] = ['payment', 'refund', 'transfer']
const differencesKept = 500
const daysCaughtUp = 14
/** Movements that are looked up at the provider one by one, because its list of the day omits them. */
const askedAtMost = 200
const idsAtOnce = 5_000

/**
 * Compares the day again and replaces an earlier result. Refuses ('invalid') a day that has not ended or is older than a year.
 * Throws ProviderUnavailable while the provider does not respond.
 */
export async function reconcileDay(shop: Shop, day: string): Promise<Reconciliation> {
  const today = dayOf(new Date())
  if (day >= today || day < addDays(today, -366))
    throw new Refusal('invalid', 'Only days of the last year that have ended can be compared.')
  const result = await compareDay(shop, day)
  await shop.db.transaction(async (tx) => {
    await saveReconciliation(tx, result)
    await record(tx, 'day-reconciled', { target: { kind: 'report', id: null, name: day } })
  })
  return toReconciliation(result)
}

/**
 * Timer of the night: compares yesterday, and the days of the last two weeks that were not compared, because the shop or the
 * provider was down for longer than a day. Throws ProviderUnavailable where a day is left.
 */
export async function reconcileDays(shop: Shop, night: Date): Promise<void> {
  const yesterday = addDays(dayOf(night), -1)
  const days = await daysToReconcile(shop.db, addDays(yesterday, 1 - daysCaughtUp), yesterday)
  const failures: unknown[] = []
  for (const day of days) await compareAndSave(shop, day).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Stores that the provider did not return its lists, if it did not, and throws ProviderUnavailable. */
async function compareAndSave(shop: Shop, day: string): Promise<void> {
  try {
    const result = await compareDay(shop, day)
    await shop.db.transaction((tx) => saveReconciliation(tx, result))
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    const note =
      'The payment provider did not give its lists. The shop tries again every five minutes for two weeks.'
    await shop.db.transaction((tx) =>
      saveReconciliation(tx, {
        day,
        state: 'failed',
        checkedAt: new Date(),
        sides: [],
        differences: 0,
        note,
        found: [],
      }),
    )
    throw error
  }
}

type Result = ReconciliationRow & { found: DifferenceRow[] }

/** Reads everything without a transaction, because the provider may be slow. */
async function compareDay(shop: Shop, day: string): Promise<Result> {
  const [from, to] = [beginOf(day), beginOf(addDays(day, 1))]
  const checkedAt = new Date()
  const sides: ReconciliationRow['sides'] = []
  const found: DifferenceRow[] = []
  for (const subject of subjects) {
    const there = await shop.payments.movementsBetween(subject, from, to)
    const here = await movementsOfDay(shop.db, subject, from, to)
    sides.push({
      subject,
      thereCount: there.length,
      therePaise: sumOf(there),
      hereCount: here.length,
      herePaise: sumOf(here),
    })
    found.push(...(await differencesOf(shop, subject, there, here)))
  }
  return {
    day,
    state: 'done',
    checkedAt,
    sides,
    differences: found.length,
    note: found.length > differencesKept ? `Only the first ${differencesKept} are kept.` : null,
    found: found.slice(0, differencesKept),
  }
}

const sumOf = (movements: readonly { amountPaise: number }[]) =>
  movements.reduce((sum, { amountPaise }) => sum + amountPaise, 0)

/**
 * The two sides have different days: the shop may record a movement after midnight that the provider made before. So a movement
 * in one list only is looked up by its id before it counts as missing.
 */
async function differencesOf(
  shop: Shop,
  subject: MovementSubject,
  there: readonly ProviderMovement[],
  here: readonly LedgerMovement[],
): Promise<DifferenceRow[]> {
  const known = new Map<string, number>()
  for (let i = 0; i < there.length; i += idsAtOnce) {
    const ids = there.slice(i, i + idsAtOnce).map(({ id }) => id)
    for (const { id, amountPaise } of await movementsById(shop.db, subject, ids)) known.set(id, amountPaise)
  }
  const found: DifferenceRow[] = []
  const add = (
    kind: DifferenceRow['kind'],
    providerId: string,
    therePaise: number | null,
    herePaise: number | null,
  ) => found.push({ id: newId(), subject, kind, providerId, therePaise, herePaise })
  let asked = 0
  for (const { id, amountPaise, paymentId } of there) {
    const herePaise = known.get(id)
    if (herePaise === undefined) {
      // The provider itself refunds payments that were never captured: no money of the shop moved.
      if (subject === 'refund' && paymentId !== null && (asked += 1) <= askedAtMost) {
        const payment = await shop.payments.payment(paymentId)
        if (payment?.status !== 'captured' && payment?.status !== 'refunded') continue
        if ((await movementsById(shop.db, 'payment', [paymentId])).length === 0) continue
      }
      add('missing-here', id, amountPaise, null)
    } else if (herePaise !== amountPaise) add('other-amount', id, amountPaise, herePaise)
  }
  const listed = new Set(there.map(({ id }) => id))
  asked = 0
  for (const { id, amountPaise, paymentId } of here) {
    if (listed.has(id)) continue
    const therePaise = (asked += 1) <= askedAtMost ? await askFor(shop, subject, id, paymentId) : null
    if (therePaise === null) add('missing-there', id, null, amountPaise)
    else if (therePaise !== amountPaise) add('other-amount', id, therePaise, amountPaise)
  }
  return found
}

/** The provider's data of one movement; null where it has none. */
async function askFor(
  { payments }: Shop,
  subject: MovementSubject,
  id: string,
  paymentId: string | null,
): Promise<number | null> {
  if (subject === 'payment') {
    const payment = await payments.payment(id)
    return payment?.status === 'captured' || payment?.status === 'refunded' ? payment.amountPaise : null
  }
  if (subject === 'transfer') {
    const transfer = await payments.findTransfer(id)
    if (transfer?.state === 'reversed') return 0
    return transfer && transfer.state !== 'failed' && transfer.state !== 'pending'
      ? transfer.amountPaise - transfer.reversedPaise
      : null
  }
  const refunds = paymentId === null ? [] : await payments.refundsOf(paymentId)
  return refunds.find((refund) => refund.id === id && refund.state === 'processed')?.amountPaise ?? null
}

const dayCursor: CursorFormat<{ day: string }, string> = {
  start: '9999-12-31',
  write: ({ day }) => day,
  // A day that no calendar has would be an error of the database.
  read: (cursor) => (calendarDay.safeParse(cursor).success ? cursor : null),
}

export async function listReconciliations({ db }: Shop, page: PageRequest): Promise<Page<Reconciliation>> {
  return keysetPage(page, dayCursor, {
    rows: (limit, before) => listReconciliationRows(db, limit, before),
    count: () => countReconciliations(db),
    toItem: toReconciliation,
  })
}

export async function showReconciliation(
  { db }: Shop,
  day: string,
): Promise<Reconciliation & { found: Difference[] }> {
  const row = await findReconciliation(db, day)
  if (!row) throw notFound('This day was not compared yet.')
  const found = await listDifferences(db, day)
  return {
    ...toReconciliation(row),
    found: found.map(({ therePaise, herePaise, ...rest }) => ({
      ...rest,
      there: therePaise === null ? null : rupees(therePaise),
      here: herePaise === null ? null : rupees(herePaise),
    })),
  }
}

const toReconciliation = ({
  day,
  state,
  checkedAt,
  sides,
  differences,
  note,
}: ReconciliationRow): Reconciliation => ({
  day,
  state,
  checkedAt: checkedAt.toISOString(),
  sides: sides.map(({ subject, thereCount, therePaise, hereCount, herePaise }) => ({
    subject,
    thereCount,
    there: rupees(therePaise),
    hereCount,
    here: rupees(herePaise),
  })),
  differences,
  note,
})
