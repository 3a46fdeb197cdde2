/** Models of the statements that read checkouts and lock nothing (server/buying/checkout/). */
import * as real from '../../../server/buying/checkout/queries.ts'
import { model } from '../models.ts'
import { linesOf, toRow } from './checkout-rows.ts'

const minute = 60_000

await model(
  (tx) => real.isBoughtByOtherCheckout(tx, ''),
  function isBoughtByOtherCheckout(tx, [checkoutId]) {
    const own = tx.get('checkout', checkoutId)
    const products = new Set(linesOf(tx, checkoutId).map((line) => line.productId))
    const found = tx
      .rows('checkout')
      .some(
        (other) =>
          own &&
          other.customerId === own.customerId &&
          other.id !== own.id &&
          (other.completedSeq ?? 0) > own.openedSeq &&
          linesOf(tx, other.id).some((line) => products.has(line.productId)),
      )
    return [{ found }]
  },
)
await model(
  (tx) => real.checkoutLines(tx, ''),
  function checkoutLines(tx, [checkoutId]) {
    return linesOf(tx, checkoutId)
      .sort((a, b) => a.lineNo - b.lineNo)
      .map(({ id: _id, checkoutId: _of, ...line }) => line)
  },
)
await model(
  (tx) => real.findCheckout(tx, ''),
  function findCheckout(tx, [checkoutId]) {
    const row = tx.get('checkout', checkoutId)
    return row ? [toRow(row)] : []
  },
)
await model(
  (tx) => real.countUnpaidAttempts(tx, { customerId: '', networkHash: '' }, []),
  function countUnpaidAttempts(tx, [customerId, productIds, networkHash]) {
    const hour = 60 * minute
    const { now } = tx
    const all = tx.rows('checkout').filter((row) => row.state !== 'completed')
    const recent = all.filter((row) => row.customerId === customerId && row.createdAt > now - 2 * hour)
    const held = new Map<string, { ms: number; first: number }>()
    for (const row of recent) {
      const end = Math.min(row.holdEndedAt ?? Number.POSITIVE_INFINITY, row.holdExpiresAt, now)
      if (end <= now - hour) continue
      const begin = Math.max(row.createdAt, now - hour)
      for (const { productId } of linesOf(tx, row.id)) {
        if (!productIds.includes(productId)) continue
        const sum = held.get(productId)
        held.set(productId, {
          ms: (sum?.ms ?? 0) + end - begin,
          first: Math.min(sum?.first ?? Number.POSITIVE_INFINITY, begin),
        })
      }
    }
    const [longest] = [...held.values()].sort((a, b) => b.ms - a.ms)
    return [
      {
        heldSeconds: (longest?.ms ?? 0) / 1_000,
        heldWindowEndsInSeconds: longest ? (longest.first + hour - now) / 1_000 : 0,
        ofMinute: recent.filter((row) => row.createdAt > now - minute).length,
        ofHour: recent.filter((row) => row.createdAt > now - hour).length,
        ofNetwork: all.filter((row) => row.networkHash === networkHash && row.createdAt > now - 10 * minute)
          .length,
      },
    ]
  },
)
await model(
  (tx) => real.findCheckoutByProviderOrder(tx, '', undefined),
  function findCheckoutByProviderOrder(tx, [providerOrderId]) {
    return tx
      .rows('checkout')
      .filter((row) => row.providerOrderId === providerOrderId)
      .map(toRow)
  },
)
await model(
  (tx) => real.findCheckoutByProviderOrder(tx, '', 'customer'),
  function findOwnCheckoutByProviderOrder(tx, [providerOrderId, customerId]) {
    return tx
      .rows('checkout')
      .filter((row) => row.providerOrderId === providerOrderId && row.customerId === customerId)
      .map(toRow)
  },
)
await model(
  (tx) => real.recentCheckouts(tx, ''),
  function recentCheckouts(tx, [customerId]) {
    return tx
      .rows('checkout')
      .filter((row) => row.customerId === customerId)
      .sort((a, b) => (b.completedSeq ?? b.openedSeq) - (a.completedSeq ?? a.openedSeq))
      .slice(0, 5)
      .map((row) => ({
        ...toRow(row),
        fresh: row.settledAt !== null && row.settledAt > tx.now - 60 * minute,
      }))
  },
)
