/**
 * Stores what the provider says about a dispute. A webhook is only a hint: the dispute is asked for, so that events that come
 * twice, late or in another order change nothing. Timers ask without a hint.
 */
import type { Tx } from '../../platform/db/client.ts'
import type { ProviderDispute } from '../../platform/providers/payments/provider.ts'
import type { Shop } from '../../platform/shop.ts'
import { lockPayment } from '../payments/queries.ts'
import { queueDisputeMails } from './mails.ts'
import {
  disputesToAsk,
  disputesToCount,
  insertDispute,
  insertShares,
  markAsked,
  ordersOfPayment,
  readDispute,
  updateDispute,
  waitingRefunds,
} from './queries.ts'
import { contradictionOf, kindOf, type KnownDispute, nextDispute, sharesOf } from './rules.ts'

/** The job of a webhook. Throws while the provider is out of reach, and for a payment that is not recorded yet. */
export async function checkDispute(shop: Shop, id: string): Promise<void> {
  const reported = await shop.payments.dispute(id)
  if (!reported) {
    shop.log.warn({ disputeId: id }, 'the provider does not know the dispute of a webhook')
    return
  }
  if ((await importDispute(shop, reported)) === 'unknown-payment')
    throw new Error(`dispute ${id} is about payment ${reported.paymentId}, which is not recorded`)
}

/** Returns whether it was new. One transaction, with the orders and the payment locked, as every decision about their money. */
export async function importDispute(
  shop: Shop,
  reported: ProviderDispute,
): Promise<'unknown-payment' | 'new' | 'changed' | 'same'> {
  return shop.db.transaction(async (tx) => {
    if (!(await lockPayment(tx, reported.paymentId))) return 'unknown-payment'
    const before = await readDispute(tx, reported.id)
    const next = nextDispute(before ?? null, reported)
    if (!next) {
      if (before) await noteSame(shop, tx, before, reported)
      return 'same'
    }
    const kind = before?.kind ?? kindOf(reported)
    if (before) await updateDispute(tx, before, next)
    else {
      await insertDispute(tx, reported, kind, next)
      await storeShares(tx, reported, kind)
    }
    const isTold = before?.state !== next.state
    if (isTold) await queueDisputeMails(shop, tx, { ...reported, ...next, kind })
    await follow(shop, tx, reported, next)
    shop.log.info({ disputeId: reported.id, state: next.state }, 'a dispute was stored')
    return before ? 'changed' : 'new'
  })
}

async function noteSame(
  shop: Shop,
  tx: Tx,
  before: KnownDispute & { id: string },
  reported: ProviderDispute,
): Promise<void> {
  const contradiction = contradictionOf(before, reported)
  await markAsked(tx, before.id, contradiction)
  if (contradiction)
    shop.log.error({ disputeId: before.id, contradiction }, 'the provider changed the end of a dispute')
}

async function storeShares(
  tx: Tx,
  { id, paymentId, amountPaise }: ProviderDispute,
  kind: ReturnType<typeof kindOf>,
): Promise<void> {
  const orders = await ordersOfPayment(tx, paymentId)
  const shares = sharesOf(
    amountPaise,
    orders.map(({ unpaidPaise }) => unpaidPaise),
  )
  await insertShares(
    tx,
    id,
    kind,
    orders.map(({ orderId }, index) => ({ orderId, sharePaise: shares[index] ?? 0 })),
  )
}

/** A lost dispute is counted by a job, because orders belong to fulfilment. After any other end its refunds go on. */
async function follow(
  shop: Shop,
  tx: Tx,
  { id: disputeId, paymentId }: ProviderDispute,
  { state }: KnownDispute,
): Promise<void> {
  if (state === 'lost') await shop.jobs.send(tx, 'charge-back', { disputeId })
  if (state === 'won' || state === 'closed') await resumeRefunds(shop, tx, paymentId)
}

/** Sends the refunds that waited. Another open dispute of the payment stops them again. */
export async function resumeRefunds(shop: Shop, tx: Tx, paymentId: string): Promise<void> {
  for (const { id } of await waitingRefunds(tx, paymentId))
    await shop.jobs.send(tx, 'refund-payment', { refundId: id })
}

const hour = 3_600

/**
 * Timer: asks about open disputes whose webhooks may be lost, and sends lost ones again whose job was given up. Throws where the
 * provider does not respond, so that the timer counts as late.
 */
export async function sweepDisputes(shop: Shop): Promise<void> {
  for (const { id } of await disputesToCount(shop.db))
    await shop.db.transaction((tx) => shop.jobs.send(tx, 'charge-back', { disputeId: id }))
  for (const { id } of await disputesToAsk(shop.db, hour)) await checkDispute(shop, id)
}

const [dayMs, windowDays, windows] = [86_400_000, 30, 6]

/**
 * Timer of the night: compares all disputes that were raised at the provider within half a year with those of the shop. A
 * dispute whose webhooks were all lost is stored by this, with its mails.
 */
export async function compareDisputes(shop: Shop, night: Date): Promise<void> {
  const unknown: string[] = []
  for (let window = 0; window < windows; window += 1) {
    // Until tomorrow: the provider's clock may be ahead.
    const to = new Date(night.getTime() + dayMs - window * windowDays * dayMs)
    const from = new Date(to.getTime() - windowDays * dayMs)
    for (const reported of await shop.payments.disputesBetween(from, to)) {
      const outcome = await importDispute(shop, reported)
      if (outcome === 'unknown-payment') unknown.push(reported.id)
      else if (outcome !== 'same')
        shop.log.warn({ disputeId: reported.id, outcome }, 'a dispute was found without its webhook')
    }
  }
  if (unknown.length > 0)
    shop.log.error({ disputes: unknown.slice(0, 20) }, 'disputes of payments that the shop does not know')
}
