/**
 * Safeguards of the purchase that the simulation can take away, in the database in memory and never in the product: each run
 * without one shows whether the simulation finds the fault that it prevents.
 */
import type { Model } from './models.ts'
import type { StoreOptions, Transaction } from './store.ts'

interface Without {
  store?: Partial<StoreOptions>
  /** Models that take the place of those with the same names. */
  models?: Record<string, Model>
  /** No timers run. */
  sweeps?: false
  /** Jobs and mails are not part of the transaction that sends them. */
  jobsInTransaction?: false
  /** A refund is asked for under another key each time. */
  refundKeys?: false
}

const none: Model = () => []

/** The stock as it was at the begin of the transaction, less the pieces: what other transactions took meanwhile is lost. */
async function setUnits(tx: Transaction, [ids, quantities]: readonly any[]): Promise<object[]> {
  const rows = await tx.updateWhere(
    'product',
    (row) => ids.includes(row.id),
    (row) => ({ units: row.units - (quantities[ids.indexOf(row.id)] ?? 0) }),
  )
  return rows.map(({ id }) => ({ id }))
}

export const safeguards = {
  'one completed checkout for one intent': {
    models: { isBoughtByOtherCheckout: () => [{ found: false }] },
  },
  'payments are known by their ids': { models: { paymentIsKnown: none } },
  'payments are known by their ids, and the unique key': {
    models: { paymentIsKnown: none },
    store: { uniqueKeys: false },
  },
  'all unique keys': { store: { uniqueKeys: false } },
  'all row locks': { store: { rowLocks: false } },
  "the customer's lock": { models: { lockCustomer: none, lockCustomerOfCheckout: none } },
  'constraints of the tables': { store: { checks: false } },
  'units are taken only where there are enough': { models: { takeUnits: setUnits } },
  'units are taken only where there are enough, and the constraint': {
    models: { takeUnits: setUnits },
    store: { checks: false },
  },
  'products are locked in the order of their ids': {
    models: {
      async lockStock(tx, [ids]) {
        const rows = []
        for (const id of ids as string[]) rows.push(await tx.lock('product', id))
        return rows.map((row) => ({ ...row, onSale: true }))
      },
    },
  },
  'the locks of the orders': { models: { lockOrdersOfOwnOrder: none, lockOrdersOfPayment: none } },
  'one caller makes the order of the provider': {
    models: { claimProviderOrder: () => [{}] },
  },
  'the stored order of the provider wins': {
    models: {
      async storeProviderOrder(tx, [id, keyId, checkoutId]) {
        const rows = await tx.updateWhere(
          'checkout',
          (row) => row.id === checkoutId,
          (row) => ({ providerOrderId: id, providerKeyId: keyId, nextCheckAt: row.nextCheckAt ?? tx.now }),
        )
        return rows.map(({ state }) => ({ providerOrderId: id, state }))
      },
      claimProviderOrder: () => [{}],
    },
  },
  'a next look after the hold': {
    store: { checks: false },
    models: {
      async storeProviderOrder(tx, [id, keyId, checkoutId]) {
        const rows = await tx.updateWhere(
          'checkout',
          (row) => row.id === checkoutId,
          (row) => ({
            providerOrderId: row.providerOrderId ?? id,
            providerKeyId: row.providerKeyId ?? keyId,
          }),
        )
        return rows.map(({ providerOrderId, state }) => ({ providerOrderId, state }))
      },
    },
  },
  'a hold is looked at again under its lock': {
    models: {
      async lockOpenHold(tx, [checkoutId]) {
        const row = await tx.lock('checkout', checkoutId)
        return row ? [{ providerOrderId: row.providerOrderId, isOver: true }] : []
      },
    },
  },
  'webhooks are known by their ids': { models: { insertWebhookEvent: () => [{}] } },
  'the timers': { sweeps: false },
  'jobs in the transaction of their cause': { jobsInTransaction: false },
  'the key of a refund': { refundKeys: false },
} as const satisfies Record<string, Without>

export type Safeguard = keyof typeof safeguards

export const without = (safeguard: Safeguard | undefined): Without =>
  safeguard === undefined ? {} : safeguards[safeguard]
