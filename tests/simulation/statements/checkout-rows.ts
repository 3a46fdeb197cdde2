import type { Transaction } from '../store.ts'
import type { Tables } from '../tables.ts'

type Checkout = Tables['checkout']

/** A checkout as statements answer it. */
export const toRow = ({
  id,
  customerId,
  state,
  totalPaise,
  fingerprint,
  providerOrderId,
  createdAt,
  holdExpiresAt,
}: Checkout) => ({
  id,
  customerId,
  state,
  totalPaise,
  fingerprint,
  providerOrderId,
  createdAt: new Date(createdAt),
  holdExpiresAt: new Date(holdExpiresAt),
})

export const linesOf = (tx: Transaction, checkoutId: string): Tables['checkoutLine'][] =>
  tx.rows('checkoutLine').filter((line) => line.checkoutId === checkoutId)
