/**
 * Stores what the provider says about a dispute. A webhook is only a hint: the dispute is asked for, so that events that come
 * twice, late or in another order change nothing. Timers ask without a hint.
 */
import type { Tx } from '../../platform/db/client.ts'
import { type ProviderDispute, ProviderUnreadable } from '../../platform/providers/payments/provider.ts'
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
  reopenDispute,
  updateDispute,
  waitingRefunds,
} from './queries.ts'
import { contradictionOf, isOpenAgain, kindOf, type KnownDispute, nextDispute, sharesOf } from './rules.ts'
import { forgetUnplaced, noteUnplaced, unplacedToAsk } from './unplaced-disputes.ts'

/**
 * The job of a webhook. Throws while the provider is out of reach, and for a payment that is not recorded yet. One that cannot
 * be read becomes an exception.
 */
export async function checkDispute(shop: Shop, id: string): Promise<void> {
  const reported = await readOrNote(shop, id)
  if (reported === 'unreadable') return
  if (!reported) {
    shop.log.warn({ disputeId: id }, 'the provider does not know the dispute of a webhook')
    return
  }
  if ((await importDispute(shop, reported)) === 'unknown-payment')
    throw new Error(`dispute ${id} is about payment ${reported.paymentId}, which is not recorded`)
}

async function readOrNote(shop: Shop, id: string): Promise<ProviderDispute | null | 'unreadable'> {
  try {
    return await shop.payments.dispute(id)
  } catch (error) {
    if (!(error instanceof ProviderUnreadable)) throw error
    await shop.db.transaction((tx) => noteUnplaced(shop, tx, { id }))
    return 'unreadable'
  }
}

type Outcome = 'unknown-payment' | 'new' | 'changed' | 'same'

/**
 * Returns whether it was new. A report that would open a dispute again may have been on its way since before its end: the
 * provider is asked once more.
 */
export async function importDispute(shop: Shop, reported: ProviderDispute): Promise<Outcome> {
  const outcome = await importOnce(shop, reported, false)
  if (outcome !== 'open-again') return outcome
  const again = await readOrNote(shop, reported.id)
  const since = again && again !== 'unreadable' ? await importOnce(shop, again, true) : 'same'
  return since === 'open-again' ? 'same' : since
}

/** One transaction, with the orders and the payment locked, as every decision about their money. */
async function importOnce(
  shop: Shop,
  reported: ProviderDispute,
  sinceItsEnd: boolean,
): Promise<Outcome | 'open-again'> {
  return shop.db.transaction(async (tx) => {
    if (!(await lockPayment(tx, reported.paymentId))) {
      await noteUnplaced(shop, tx, reported)
      return 'unknown-payment'
    }
    await forgetUnplaced(tx, reported.id)
    const before = await readDispute(tx, reported.id)
    const opensAgain = before !== undefined && isOpenAgain(before, reported)
    if (opensAgain && !sinceItsEnd) return 'open-again'
    const next = nextDispute(before ?? null, reported, sinceItsEnd)
    if (!next) {
      if (before) await noteSame(shop, tx, before, reported, sinceItsEnd)
      return 'same'
    }
    const kind = before?.kind ?? kindOf(reported)
    if (before) {
      if (opensAgain) await reopenDispute(tx, reported)
      await updateDispute(tx, before, next)
    } else {
      await insertDispute(tx, reported, kind, next)
      await storeShares(tx, reported, kind)
    }
    const isTold = before?.state !== next.state
    const reopened = (before?.reopened ?? 0) + (opensAgain ? 1 : 0)
    if (isTold) await queueDisputeMails(shop, tx, { ...reported, ...next, kind, reopened })
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
  sinceItsEnd: boolean,
): Promise<void> {
  const contradiction = contradictionOf(before, reported, sinceItsEnd)
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

/** Each by itself: one that fails does not stop the others. Throws the first failure afterwards. */
async function eachByItself<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await act(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/**
 * Timer: asks about open disputes whose webhooks may be lost, and about those that could not be placed; sends lost ones again
 * whose job was given up. Throws where the provider does not respond, so that the timer counts as late.
 */
export async function sweepDisputes(shop: Shop): Promise<void> {
  for (const { id } of await disputesToCount(shop.db))
    await shop.db.transaction((tx) => shop.jobs.send(tx, 'charge-back', { disputeId: id }))
  const ids = [...(await disputesToAsk(shop.db, hour)), ...(await unplacedToAsk(shop.db, hour))]
  await eachByItself(ids, async ({ id }) => {
    const reported = await readOrNote(shop, id)
    if (reported && reported !== 'unreadable') await importDispute(shop, reported)
  })
}

const [dayMs, windowDays, windows] = [86_400_000, 30, 6]

/**
 * Timer of the night: compares all disputes that were raised at the provider within half a year with those of the shop. A
 * dispute whose webhooks were all lost is stored by this, with its mails.
 */
export async function compareDisputes(shop: Shop, night: Date): Promise<void> {
  const numbers = Array.from({ length: windows }, (_, window) => window)
  await eachByItself(numbers, async (window) => {
    // Until tomorrow: the provider's clock may be ahead.
    const to = new Date(night.getTime() + dayMs - window * windowDays * dayMs)
    const from = new Date(to.getTime() - windowDays * dayMs)
    await eachByItself(await shop.payments.disputesBetween(from, to), async (reported) => {
      if ('isUnreadable' in reported) {
        await shop.db.transaction((tx) => noteUnplaced(shop, tx, { id: reported.id }))
        return
      }
      const outcome = await importDispute(shop, reported)
      if (outcome === 'new' || outcome === 'changed')
        shop.log.warn({ disputeId: reported.id, outcome }, 'a dispute was found without its webhook')
    })
  })
}
