/** order/payment: freezes the cart, holds its stock for 15 minutes and has the provider's order made (contract §3.2). */
import { limits } from '../../contract/limits.ts'
import { cartEmpty, pricesChanged, selectAddress } from '../../contract/order.ts'
import { readCartForCheckout } from '../cart/read-for-checkout.ts'
import { findDeliveryAddress } from '../addresses/find-delivery-address.ts'
import { holdStock, lockProducts, returnStock } from '../catalogue/stock.ts'
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { ProviderRefused, ProviderUnavailable } from '../payments/provider.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import {
  checkoutLines,
  extendHold,
  insertCheckout,
  lockCustomer,
  lockOpenCheckout,
  setProviderOrder,
  setReplacedBy,
  setState,
} from './queries.ts'
import { releaseHold } from './release-hold.ts'
import { fingerprintOf, onlyLeft, problemOf, totalPaise } from './rules.ts'

interface PaymentRequest {
  customerId: string
  /** What the buyer expects to pay, in paise; only compared. */
  amountInPaise: number
  /** Without it the default address is used. */
  addressId: string | undefined
}

interface Frozen {
  id: string
  totalPaise: number
  providerOrderId: string | null
}

/**
 * Answers the provider's order id. Asked again for the same cart it answers the same order.
 * Refuses: conflict when the amount is not the total, the cart is empty or something is sold out (nothing is held then);
 * invalid without any address; not-found for an address of somebody else; unavailable when the provider does not answer.
 */
export async function startPayment(shop: Shop, request: PaymentRequest): Promise<string> {
  const checkout = await shop.db.transaction((tx) => freeze(tx, request))
  if (checkout.providerOrderId) return checkout.providerOrderId
  try {
    const providerOrderId = await shop.payments.createOrder({
      receipt: checkout.id,
      amountPaise: checkout.totalPaise,
    })
    await setProviderOrder(shop.db, checkout.id, providerOrderId, shop.payments.browserSettings.keyId)
    return providerOrderId
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error
    shop.log.warn({ err: error, checkoutId: checkout.id }, 'no provider order, the hold is released')
    await releaseHold(shop, checkout.id)
    throw new Refusal('unavailable', 'Failed to initiate payment.', { retryAfterSeconds: 5 })
  }
}

async function freeze(tx: Tx, { customerId, amountInPaise, addressId }: PaymentRequest): Promise<Frozen> {
  await lockCustomer(tx, customerId)
  const lines = await readCartForCheckout(tx, customerId)
  if (lines.length === 0) throw new Refusal('conflict', cartEmpty)
  const problem = problemOf(lines)
  if (problem) throw new Refusal('conflict', problem)
  const total = totalPaise(lines)
  if (total !== amountInPaise) throw new Refusal('conflict', pricesChanged)
  const address = await findDeliveryAddress(tx, customerId, addressId)
  if (!address) throw addressId ? notFound() : new Refusal('invalid', selectAddress)
  const fingerprint = fingerprintOf(lines, address)

  const open = await lockOpenCheckout(tx, customerId)
  if (open?.fingerprint === fingerprint) {
    await extendHold(tx, open.id, limits.holdMinutes)
    return open
  }
  const before = open ? await checkoutLines(tx, open.id) : []
  // All rows in id order before the first change: giving back and taking would otherwise lock in two passes.
  await lockProducts(
    tx,
    [...before, ...lines].map((line) => line.productId),
  )
  if (open) {
    await setState(tx, open.id, 'replaced', open.providerOrderId ? 60 : null)
    await returnStock(tx, before)
  }
  const [missing] = await holdStock(tx, lines)
  if (missing) throw new Refusal('conflict', onlyLeft(missing.name, missing.unitsLeft))
  const id = newId()
  const numbered = lines.map((line, index) => ({ ...line, lineNo: index + 1 }))
  await insertCheckout(
    tx,
    { id, customerId, totalPaise: total, fingerprint, address, lines: numbered },
    limits.holdMinutes,
  )
  if (open) await setReplacedBy(tx, open.id, id)
  return { id, totalPaise: total, providerOrderId: null }
}
