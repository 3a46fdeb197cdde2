/** Controls of the stand-ins for the payment provider and the courier: their state and their faults. */
import type { TestShop } from './shop.ts'

/** The part of the payment sandbox's ledger.json that tests read. Amounts in paise. */
export interface PaymentLedger {
  orders: { id: string; receipt: string | null; amount: number }[]
  payments: { id: string; order_id: string; status: string; captured: boolean; amount: number }[]
  refunds: { id: string; payment_id: string; amount: number; status: string; receipt: string | null }[]
}

export const paymentLedger = (shop: TestShop): Promise<PaymentLedger> =>
  shop.kit('/sandbox/payments/ledger.json', undefined, 'GET')

export const courierLedger = (shop: TestShop): Promise<{ parcels: any[]; repeats: number }> =>
  shop.kit('/sandbox/courier/ledger.json', undefined, 'GET')

/** The next call of this kind fails in one of the ways that the README of sandbox/ lists; `more` says how often, and how long. */
export const paymentFault = (shop: TestShop, call: string, fault: string, more: object = {}) =>
  shop.kit('/sandbox/payments/faults', { call, fault, ...more })

export const courierFault = (shop: TestShop, call: string, fault: string, more: object = {}) =>
  shop.kit('/sandbox/courier/faults', { call, fault, ...more })

export const stopPaymentFaults = (shop: TestShop) => shop.kit('/sandbox/payments/faults', undefined, 'DELETE')

export const stopCourierFaults = (shop: TestShop) => shop.kit('/sandbox/courier/faults', undefined, 'DELETE')

/** Clears faults and lost webhooks of the previous test. */
export async function resetPayments(shop: TestShop): Promise<void> {
  await stopPaymentFaults(shop)
  await shop.kit('/sandbox/payments/webhooks', { mode: 'normal' })
}

export async function resetCourier(shop: TestShop): Promise<void> {
  await stopCourierFaults(shop)
  await shop.kit('/sandbox/courier/webhooks', { mode: 'normal' })
}

/**
 * The next matching call of the payment provider waits for `letGo`; `asked` resolves when it arrives. For tests that act during
 * the call: with a slow provider the moment would depend on the speed of the machine.
 */
export function holdNextCall(
  { running }: TestShop,
  call: 'createOrder' | 'paymentsOf',
  fits: (given: unknown) => boolean = () => true,
) {
  const { payments } = running.shop
  const original = payments[call] as (given: unknown) => Promise<never>
  const [asked, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  payments[call] = async (given: unknown) => {
    if (!fits(given)) return original(given)
    Object.assign(payments, { [call]: original })
    asked.resolve()
    await letGo.promise
    return original(given)
  }
  return { asked: asked.promise, letGo: letGo.resolve }
}
