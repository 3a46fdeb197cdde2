/**
 * Takes over what the payment provider deducted and what it paid to the bank. Each is known by the provider's id, so that webhooks,
 * nights, and what happened while the shop was held are recorded once. The provider is asked outside of transactions.
 */
import type { ProviderActivity, ProviderSettlement } from '../../platform/providers/payments/provider.ts'
import { addDays, beginOf, dayOf } from '../../platform/calendar.ts'
import type { Shop } from '../../platform/shop.ts'
import { recordProviderSettlement } from '../ledger/provider-entries.ts'
import {
  findCharges,
  findSettlements,
  firstCapture,
  insertSettlement,
  lockSettlement,
  markReadTo,
  readAccount,
  settlementsUnderWay,
  updateSettlement,
} from './queries.ts'
import { recordCharge } from './record-charge.ts'

/** A night reads this many days at most: the timer goes on with the others. */
const daysAtOnce = 31
const idsAtOnce = 5_000
const underWayAtOnce = 100

/** The job of a webhook. Throws while the provider is out of reach. */
export async function checkSettlement(shop: Shop, id: string): Promise<void> {
  const settlement = await shop.payments.settlement(id)
  if (settlement) await importSettlement(shop, settlement)
  else shop.log.warn({ settlementId: id }, 'the provider does not know the settlement of a webhook')
}

/** It counts as arrived in the bank account while the provider says 'processed'. */
async function importSettlement(shop: Shop, settlement: ProviderSettlement): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await insertSettlement(tx, settlement)
    const before = await lockSettlement(tx, settlement.id)
    const arrived = (paise: number, state: ProviderSettlement['state']) => (state === 'processed' ? paise : 0)
    // What was counted, also where the row was inserted a moment ago.
    const counted = before.entries === 0 ? 0 : arrived(before.amountPaise, before.state)
    const paise = arrived(settlement.amountPaise, settlement.state) - counted
    const no = before.entries + Number(paise !== 0)
    const { id, amountPaise, state, utr } = settlement
    await updateSettlement(tx, { id, amountPaise, state, utr, entries: no })
    if (paise !== 0) await recordProviderSettlement(tx, { id, no, paise })
  })
}

/**
 * Reads the provider's lists from where an earlier night ended, and from a day before: a payment is captured after it was made.
 * Returns 'unfinished' where days are left.
 */
export async function readProviderDays(shop: Shop, night: Date): Promise<'unfinished' | 'finished'> {
  const { readTo } = await readAccount(shop.db)
  const from = readTo ?? (await firstCapture(shop.db)) ?? night
  const today = dayOf(new Date())
  const first = addDays(dayOf(from), -1)
  for (let n = 0, day = first; day <= today; n += 1, day = addDays(day, 1)) {
    if (n === daysAtOnce) return 'unfinished'
    const [begin, end] = [beginOf(day), beginOf(addDays(day, 1))]
    const until = new Date(Math.min(end.getTime(), Date.now()))
    await readDay(shop, day, begin, end)
    await markReadTo(shop.db, until)
  }
  await checkUnderWay(shop)
  return 'finished'
}

async function checkUnderWay(shop: Shop): Promise<void> {
  for (let after = ''; ;) {
    const ids = await settlementsUnderWay(shop.db, after, underWayAtOnce)
    for (const id of ids) await checkSettlement(shop, id)
    if (ids.length < underWayAtOnce) return
    after = ids.at(-1) ?? after
  }
}

async function readDay(shop: Shop, day: string, begin: Date, end: Date): Promise<void> {
  await recordChargesOf(shop, await shop.payments.activityBetween(begin, end))
  for (const settlement of await changedSettlements(shop, begin, end))
    await importSettlement(shop, settlement)
  await recordSettledItems(shop, day)
}

/** Those of the last two weeks, too: the bank may send one back later. */
async function changedSettlements(shop: Shop, begin: Date, end: Date): Promise<ProviderSettlement[]> {
  const from = new Date(begin.getTime() - 14 * 86_400_000)
  const there = await shop.payments.settlementsBetween(from, end)
  const ids = there.map(({ id }) => id)
  const here = new Map((await findSettlements(shop.db, ids)).map((row) => [row.id, row]))
  return there.filter(({ id, amountPaise, state, utr }) => {
    const known = here.get(id)
    return known?.state !== state || known.amountPaise !== amountPaise || known.utr !== utr
  })
}

async function recordChargesOf(
  shop: Shop,
  { payments, transfers }: Pick<ProviderActivity, 'payments' | 'transfers'>,
): Promise<void> {
  const said = [
    ...payments
      .filter(
        ({ status, currency }) => currency === 'INR' && (status === 'captured' || status === 'refunded'),
      )
      .map(({ id, charge }) => ({ id, paymentId: id, charge, settlementId: null })),
    ...transfers.map(({ id, charge }) => ({ id, paymentId: null, charge, settlementId: null })),
  ]
  await recordNews(
    shop,
    said.flatMap(({ charge, ...of }) => (charge ? [{ ...of, charge }] : [])),
  )
}

/** What was taken for disputes is the disputes' own. */
async function recordSettledItems(shop: Shop, day: string): Promise<void> {
  const items = (await shop.payments.settledOn(day)).filter(({ disputeId }) => disputeId === null)
  const ids = [...new Set(items.map(({ settlementId }) => settlementId))]
  const here = new Set((await findSettlements(shop.db, ids)).map(({ id }) => id))
  for (const id of ids) if (!here.has(id)) await checkSettlement(shop, id)
  await recordNews(
    shop,
    items.map(({ id, type, charge, settlementId }) => ({
      id,
      charge,
      settlementId,
      paymentId: type === 'payment' ? id : null,
    })),
  )
}

type Said = Parameters<typeof recordCharge>[1] & {
  charge: Parameters<typeof recordCharge>[2]
  settlementId: string | null
}

/** A transaction for each that the shop does not know so: in a usual night there are few. */
async function recordNews(shop: Shop, said: readonly Said[]): Promise<void> {
  for (let from = 0; from < said.length; from += idsAtOnce) {
    const part = said.slice(from, from + idsAtOnce)
    const ids = part.map(({ id }) => id)
    const here = new Map((await findCharges(shop.db, ids)).map((row) => [row.id, row]))
    for (const { id, paymentId, charge, settlementId } of part) {
      const known = here.get(id)
      if (settlementId === null && (known?.settlementId ?? null) !== null) continue
      const isSame = known?.paise === charge.paise && known.gstPaise === charge.gstPaise
      if (isSame && known.settlementId === settlementId) continue
      await shop.db.transaction((tx) => recordCharge(tx, { id, paymentId }, charge, settlementId))
    }
  }
}
