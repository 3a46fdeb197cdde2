/** Settlements: the provider pays what it holds to the merchant's bank account. And its balance, from the same movements. */
import { newId, randomText, unixSeconds } from './entities.ts'
import type { Adjustment, SettledItem, Settlement } from './entities.ts'
import { badInput, unknownId } from './errors.ts'
import type { DeliveryPlan } from './delivery.ts'
import { readPage, wholeNumber } from './input.ts'
import type { Change, Ledger } from './ledger.ts'
import type { Merchant } from './refunds.ts'

/** What changed the balance: `net` is positive where the merchant got it. */
type Movement = Pick<
  SettledItem,
  'entity_id' | 'type' | 'amount' | 'fee' | 'tax' | 'created_at' | 'description' | 'payment_id' | 'dispute_id'
> & { net: number }

const DAYS_TO_SETTLE = 2

function movementsOf(ledger: Ledger): Movement[] {
  const none = { fee: 0, tax: 0, description: null, payment_id: null, dispute_id: null }
  const found: Movement[] = []
  for (const { id, amount, captured, currency, fee, tax, created_at } of ledger.payments.values())
    if (captured && currency === 'INR')
      found.push({
        ...none,
        entity_id: id,
        type: 'payment',
        amount,
        fee: fee ?? 0,
        tax: tax ?? 0,
        created_at,
        net: amount - (fee ?? 0),
      })
  // What failed may have been settled before.
  for (const { id, amount, payment_id, status, created_at } of ledger.refunds.values())
    if (ledger.payments.get(payment_id)?.captured)
      found.push({
        ...none,
        entity_id: id,
        type: 'refund',
        amount,
        created_at,
        payment_id,
        net: status === 'failed' ? 0 : -amount,
      })
  for (const {
    id,
    amount,
    amount_reversed: back,
    status,
    fees,
    tax,
    created_at,
  } of ledger.transfers.values()) {
    const failed = status === 'failed'
    // A journal of an earlier version has transfers without a charge.
    const charge = failed ? { fee: 0, tax: 0 } : { fee: fees ?? 0, tax: tax ?? 0 }
    found.push({
      ...none,
      ...charge,
      entity_id: id,
      type: 'transfer',
      amount,
      created_at,
      net: failed ? 0 : -amount - charge.fee,
    })
    if (back > 0)
      found.push({
        ...none,
        entity_id: `rvrsl_${id.slice(4)}`,
        type: 'reversal',
        amount: back,
        created_at,
        net: back,
      })
  }
  for (const { id, amount_deducted: amount, payment_id, created_at } of ledger.disputes.values())
    found.push({
      ...none,
      entity_id: `adj_${id.slice(5)}`,
      type: 'adjustment',
      amount,
      created_at,
      payment_id,
      dispute_id: id,
      net: -amount,
    })
  for (const { id, amount, description, created_at } of ledger.adjustments.values())
    found.push({
      ...none,
      entity_id: id,
      type: 'adjustment',
      amount: Math.abs(amount),
      created_at,
      description,
      net: amount,
    })
  return found
}

export function balanceOf(ledger: Ledger): number {
  const moved = movementsOf(ledger).reduce((sum, { net }) => sum + net, 0)
  const settled = [...ledger.settlements.values()].filter(({ status }) => status !== 'failed')
  return moved - settled.reduce((sum, { amount }) => sum + amount, 0)
}

/** Settles all that is not settled yet. */
export function settle(
  merchant: Merchant,
  status: Settlement['status'],
  plan?: DeliveryPlan,
  until = Infinity,
): Settlement {
  const { ledger } = merchant
  const before = new Map<string, number>()
  for (const { entity_id, credit, debit, settled } of ledger.settledItems.values())
    if (settled) before.set(entity_id, (before.get(entity_id) ?? 0) + credit - debit)
  const open = movementsOf(ledger).flatMap((movement) => {
    const net = movement.net - (before.get(movement.entity_id) ?? 0)
    return net === 0 || movement.created_at > until ? [] : [{ ...movement, net }]
  })
  const amount = open.reduce((sum, { net }) => sum + net, 0)
  if (amount <= 0) throw badInput('There is nothing to settle.')
  const row: Settlement = {
    id: newId('setl'),
    entity: 'settlement',
    amount,
    status,
    fees: 0,
    tax: 0,
    utr: status === 'created' ? null : newUtr(),
    created_at: unixSeconds(),
  }
  const items = open.map(({ net, ...movement }): Change => ({
    table: 'settledItem',
    row: {
      ...movement,
      id: `${row.id}:${movement.entity_id}`,
      debit: Math.max(0, -net),
      credit: Math.max(0, net),
      currency: 'INR',
      on_hold: false,
      settled: status !== 'failed',
      settled_at: row.created_at,
      settlement_id: row.id,
      settlement_utr: row.utr,
    },
  }))
  publish(merchant, row, items, plan)
  return row
}

/** The bank took a settlement, or sent it back: then its items are settled anew. */
export function moveSettlement(
  merchant: Merchant,
  id: string,
  status: Settlement['status'],
  plan?: DeliveryPlan,
): Settlement {
  const before = findSettlement(merchant.ledger, id)
  if (before.status === 'failed' || status === 'created')
    throw badInput(`The settlement is ${before.status}.`)
  const row: Settlement = { ...before, status, utr: before.utr ?? newUtr() }
  const items = [...merchant.ledger.settledItems.values()]
    .filter((item) => item.settlement_id === id)
    .map((item): Change => ({
      table: 'settledItem',
      row: { ...item, settled: status !== 'failed', settlement_utr: row.utr },
    }))
  publish(merchant, row, items, plan)
  return row
}

/** What is two days old is settled by itself. */
export function settleDue(merchant: Merchant, now: number): void {
  try {
    settle(merchant, 'processed', undefined, now - DAYS_TO_SETTLE * 86_400)
  } catch {
    // Nothing is due.
  }
}

/** There is no event for one that failed. */
function publish(
  { ledger, webhooks }: Merchant,
  row: Settlement,
  items: Change[],
  plan?: DeliveryPlan,
): void {
  const changes: Change[] = [{ table: 'settlement', row }, ...items]
  if (row.status === 'processed')
    webhooks.publish(changes, [{ event: 'settlement.processed', settlement: row }], plan)
  else ledger.commit(changes)
}

export function adjust(
  ledger: Ledger,
  { amount, description }: Pick<Adjustment, 'amount' | 'description'>,
): Adjustment {
  const row: Adjustment = { id: newId('adj'), amount, description, created_at: unixSeconds() }
  ledger.commit([{ table: 'adjustment', row }])
  return row
}

export function findSettlement(ledger: Ledger, id: string): Settlement {
  const settlement = ledger.settlements.get(id)
  if (settlement === undefined) throw unknownId()
  return settlement
}

/** `GET /settlements/recon/combined`: what was settled in a month, or on a day of it, of India. */
export function settledItems(ledger: Ledger, query: (name: string) => string | undefined): object {
  const [year, month] = ['year', 'month'].map((name) => {
    if (query(name) === undefined) throw badInput(`The ${name} field is required.`, name)
    return wholeNumber(query(name), name, 0)
  })
  const { count, skip } = readPage(query, 1_000)
  const day = wholeNumber(query('day'), 'day', 0)
  const pad = (part: number) => String(part).padStart(2, '0')
  const wanted = `${year}-${pad(month ?? 0)}${day === 0 ? '' : `-${pad(day)}`}`
  const items = [...ledger.settledItems.values()]
    .filter(({ settled, settled_at }) => settled && dayOf(settled_at).startsWith(wanted))
    .slice(skip, skip + count)
    .map(({ id: _, ...item }) => item)
  return { entity: 'collection', count: items.length, items }
}

const dayOf = (seconds: number): string =>
  new Date((seconds + 5.5 * 3_600) * 1_000).toISOString().slice(0, 10)

const newUtr = (): string => `${Math.floor(Date.now() / 1_000)}${randomText(6).toLowerCase()}`
