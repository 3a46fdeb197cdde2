/** Models of the statements that lock or change checkouts (server/buying/checkout/). */
import * as real from '../../../server/buying/checkout/queries.ts'
import { insertWebhookEvent } from '../../../server/buying/checkout/webhook-queries.ts'
import { model } from '../models.ts'
import type { Transaction } from '../store.ts'
import type { Tables } from '../tables.ts'
import { toRow } from './checkout-rows.ts'

type Checkout = Tables['checkout']
const minute = 60_000
const day = 86_400_000

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
      confirmationMails: null,
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
    const isOver = (row: Checkout) => row.claimedAt < tx.clock() - claimSeconds * 1_000
    const rows = await tx.updateWhere(
      'checkout',
      (row) => row.id === checkoutId && row.providerOrderId === null && isOver(row),
      () => ({ claimedAt: tx.clock() }),
    )
    return rows.map(() => ({}))
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
        nextCheckAt: row.nextCheckAt ?? tx.now + minute,
      }),
    )
    return rows.map(({ providerOrderId, state }) => ({ providerOrderId, state }))
  },
)
await model(
  (tx) => real.setState(tx, '', 'expired', null),
  async function setState(tx, [state, nextCheckSeconds, , , checkoutId]) {
    await tx.updateWhere(
      'checkout',
      (row) => row.id === checkoutId,
      (row) => ({
        ...withState(tx, row, state),
        nextCheckAt: nextCheckSeconds === null ? null : tx.now + nextCheckSeconds * 1_000,
        settledAt: state === 'completed' || state === 'refunded' ? tx.now : null,
        confirmationMails: state === 'completed' ? 0 : null,
      }),
    )
    return []
  },
)
await model(
  (tx) => real.countConfirmationMail(tx, ''),
  async function countConfirmationMail(tx, [checkoutId]) {
    await tx.updateWhere(
      'checkout',
      (row) => row.id === checkoutId,
      ({ confirmationMails }) => ({
        confirmationMails: confirmationMails === null ? null : confirmationMails + 1,
      }),
    )
    return []
  },
)
function nextLook(tx: Transaction, { state, createdAt, holdExpiresAt }: Checkout): number | null {
  const age = tx.now - createdAt
  if (state === 'open') return Math.min(tx.now + minute, holdExpiresAt > tx.now ? holdExpiresAt : Infinity)
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
