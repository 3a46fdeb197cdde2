/** Models of the statements of checkouts (server/checkout/). */
import * as real from '../../../server/checkout/queries.ts'
import { insertWebhookEvent } from '../../../server/checkout/webhook-queries.ts'
import { model } from '../models.ts'
import type { Transaction } from '../store.ts'
import type { Tables } from '../tables.ts'

type Checkout = Tables['checkout']
const minute = 60_000
const day = 86_400_000

const toRow = ({ id, customerId, state, totalPaise, fingerprint, providerOrderId, createdAt }: Checkout) => ({
  id,
  customerId,
  state,
  totalPaise,
  fingerprint,
  providerOrderId,
  createdAt: new Date(createdAt),
})

const linesOf = (tx: Transaction, checkoutId: string) =>
  tx.rows('checkoutLine').filter((line) => line.checkoutId === checkoutId)

/** What the trigger checkout_state_changed adds to a change of the state. */
function withState(tx: Transaction, row: Checkout, state: Checkout['state']): Partial<Checkout> {
  return {
    state,
    holdEndedAt: state === 'open' ? row.holdEndedAt : (row.holdEndedAt ?? tx.now),
    completedSeq: state === 'completed' ? (row.completedSeq ?? (tx.store.sequence += 1)) : row.completedSeq,
  }
}

await model(
  (tx) => real.lockOpenCheckout(tx, ''),
  async function lockOpenCheckout(tx, [customerId]) {
    const rows = await tx.lockWhere(
      'checkout',
      (row) => row.customerId === customerId && row.state === 'open',
    )
    return rows.map(toRow)
  },
)
await model(
  (tx) => real.lockForSettlement(tx, ''),
  async function lockCustomerOfCheckout(tx, [checkoutId]) {
    const checkout = tx.get('checkout', checkoutId)
    return checkout && (await tx.lock('customer', checkout.customerId)) ? [{}] : []
  },
  async function lockCheckout(tx, [checkoutId]) {
    const row = await tx.lock('checkout', checkoutId)
    return row ? [toRow(row)] : []
  },
)
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
          other.state === 'completed' &&
          (other.completedSeq ?? 0) > own.openedSeq &&
          linesOf(tx, other.id).some((line) => products.has(line.productId)),
      )
    return [{ found }]
  },
)
await model(
  (tx) => real.lockOpenHold(tx, ''),
  async function lockOpenHold(tx, [checkoutId]) {
    const rows = await tx.lockWhere('checkout', (row) => row.id === checkoutId && row.state === 'open')
    return rows.map((row) => ({
      providerOrderId: row.providerOrderId,
      isOver: row.holdExpiresAt <= tx.now,
    }))
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
  (tx) =>
    real.insertCheckout(
      tx,
      {
        id: '',
        customerId: '',
        totalPaise: 0,
        fingerprint: '',
        networkHash: '',
        address: { id: '', street: '', city: '', state: '', pinCode: '' },
        business: undefined,
        lines: [],
      },
      0,
    ),
  async function insertCheckout(tx, values) {
    const [id, customerId, totalPaise, fingerprint, , , , stateName, , holdSeconds, networkHash] = values
    await tx.insert('checkout', {
      id,
      customerId,
      state: 'open',
      totalPaise,
      fingerprint,
      providerOrderId: null,
      providerKeyId: null,
      claimedAt: tx.clock(),
      networkHash,
      stateName,
      holdExpiresAt: tx.now + holdSeconds * 1_000,
      holdEndedAt: null,
      nextCheckAt: tx.now + minute,
      createdAt: tx.now,
      settledAt: null,
      openedSeq: (tx.store.sequence += 1),
      completedSeq: null,
    })
    return []
  },
  async function insertCheckoutLines(tx, values) {
    const [checkoutId, lineNos, productIds, sellerIds, names, images, prices, quantities] = values
    for (const [index, lineNo] of (lineNos as number[]).entries())
      await tx.insert('checkoutLine', {
        id: `${checkoutId} ${lineNo}`,
        checkoutId,
        lineNo,
        productId: productIds[index],
        sellerId: sellerIds[index],
        name: names[index],
        image: images[index],
        pricePaise: prices[index],
        quantity: quantities[index],
      })
    return []
  },
)
await model(
  (tx) => real.extendHold(tx, '', 0),
  async function extendHold(tx, [holdSeconds, checkoutId]) {
    await tx.updateWhere(
      'checkout',
      (row) => row.id === checkoutId && row.state === 'open',
      () => ({ holdExpiresAt: tx.now + holdSeconds * 1_000 }),
    )
    return []
  },
)
await model(
  (tx) => real.claimProviderOrder(tx, ''),
  async function claimProviderOrder(tx, [checkoutId, claimSeconds]) {
    const before = tx.get('checkout', checkoutId)
    const isFree =
      !before || before.claimedAt === null || before.claimedAt < tx.clock() - claimSeconds * 1_000
    const rows = await tx.updateWhere(
      'checkout',
      (row) => row.id === checkoutId && row.providerOrderId === null && isFree,
      () => ({ claimedAt: tx.clock() }),
    )
    return rows.map(() => ({ repeated: before?.claimedAt !== null }))
  },
)
await model(
  (tx) => real.storeProviderOrder(tx, '', { id: '', keyId: '' }),
  async function storeProviderOrder(tx, [id, keyId, checkoutId]) {
    const rows = await tx.updateWhere(
      'checkout',
      (row) => row.id === checkoutId,
      (row) => ({
        providerOrderId: row.providerOrderId ?? id,
        providerKeyId: row.providerKeyId ?? keyId,
        nextCheckAt:
          row.state === 'expired' || row.state === 'replaced'
            ? (row.nextCheckAt ?? tx.now + minute)
            : row.nextCheckAt,
      }),
    )
    return rows.map(({ providerOrderId, state }) => ({ providerOrderId, state }))
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
  (tx) => real.setState(tx, '', 'expired', null),
  async function setState(tx, [state, nextCheckSeconds, , checkoutId]) {
    await tx.updateWhere(
      'checkout',
      (row) => row.id === checkoutId,
      (row) => ({
        ...withState(tx, row, state),
        nextCheckAt: nextCheckSeconds === null ? null : tx.now + nextCheckSeconds * 1_000,
        settledAt: state === 'completed' || state === 'refunded' ? tx.now : null,
      }),
    )
    return []
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
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, 5)
      .map((row) => ({
        ...toRow(row),
        fresh: row.settledAt !== null && row.settledAt > tx.now - 60 * minute,
      }))
  },
)

function nextLook(tx: Transaction, { state, createdAt }: Checkout): number | null {
  const age = tx.now - createdAt
  if (state === 'open') return tx.now + minute
  if (age > 7 * day) return null
  if (state === 'completed' || state === 'refunded') return tx.now + Math.min(Math.max(age, 10 * minute), day)
  return tx.now + Math.min(Math.max(age / 2, minute), day / 2)
}

await model(
  (tx) => real.takeDueCheckouts(tx, 0),
  async function takeDueCheckouts(tx, [limit]) {
    const due = tx
      .rows('checkout')
      .filter((row) => row.nextCheckAt !== null && row.nextCheckAt <= tx.now)
      .sort((a, b) => (a.nextCheckAt ?? 0) - (b.nextCheckAt ?? 0))
      .filter((row) => tx.store.tryLock(tx, `checkout ${row.id}`))
      .slice(0, limit)
    const ids = new Set(due.map(({ id }) => id))
    const rows = await tx.updateWhere(
      'checkout',
      (row) => ids.has(row.id),
      (row) => {
        const isLate =
          (row.state === 'expired' || row.state === 'replaced') && row.createdAt < tx.now - 7 * day
        return {
          ...withState(tx, row, isLate ? 'abandoned' : row.state),
          nextCheckAt: nextLook(tx, row),
        }
      },
    )
    return rows.map((row) => ({ ...toRow(row), holdIsOver: row.holdExpiresAt <= tx.now }))
  },
)
await model(
  (tx) => insertWebhookEvent(tx, '', ''),
  async function insertWebhookEvent(tx, [provider, eventId]) {
    return (await tx.insert('webhookEvent', { id: `${provider} ${eventId}` })) ? [{}] : []
  },
)
