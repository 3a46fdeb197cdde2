/** Wraps the outside providers so that a held shop asks them for nothing that moves money or parcels. */
import type { Readable } from '../db/client.ts'
import type { Courier } from '../providers/courier/provider.ts'
import type { PaymentProvider } from '../providers/payments/provider.ts'
import { requireNotHeld } from './held.ts'

/** Every call has its line: a new one does not compile until somebody decides. */
type Kinds<Provider> = Record<keyof Provider, 'reads' | 'changes'>

const paymentCalls: Kinds<PaymentProvider> = {
  browserSettings: 'reads',
  createOrder: 'changes',
  findOrderByReceipt: 'reads',
  receiptOf: 'reads',
  payment: 'reads',
  paymentsOf: 'reads',
  capture: 'changes',
  refund: 'changes',
  refundsOf: 'reads',
  signatureIsGood: 'reads',
  parseWebhook: 'reads',
  createRouteAccount: 'changes',
  addRouteStakeholder: 'changes',
  requestRouteProduct: 'changes',
  setRouteBankAccount: 'changes',
  transfer: 'changes',
  findTransfer: 'reads',
  transfersBetween: 'reads',
  movementsBetween: 'reads',
  dispute: 'reads',
  disputesBetween: 'reads',
  acceptDispute: 'changes',
  uploadEvidence: 'changes',
  contestDispute: 'changes',
  activityBetween: 'reads',
  settlement: 'reads',
  settlementsBetween: 'reads',
  settledOn: 'reads',
  balance: 'reads',
}
const courierCalls: Kinds<Courier> = {
  transitDays: 'reads',
  registerPickup: 'changes',
  findParcel: 'reads',
  createParcel: 'changes',
  createReturn: 'changes',
  assignReturnAirwaybill: 'changes',
  assignAirwaybill: 'changes',
  makeLabel: 'changes',
  makeManifest: 'changes',
  requestPickup: 'changes',
  cancelParcel: 'changes',
  track: 'reads',
  trackingUrl: 'reads',
  readLabel: 'reads',
  parseWebhook: 'reads',
}

export const holdPayments = (provider: PaymentProvider, db: Readable) => refusing(provider, paymentCalls, db)
export const holdCourier = (courier: Courier, db: Readable) => refusing(courier, courierCalls, db)

function refusing<Provider extends object>(
  provider: Provider,
  kinds: Kinds<Provider>,
  db: Readable,
): Provider {
  const guarded = { ...provider }
  for (const name of Object.keys(kinds) as (keyof Provider)[]) {
    if (kinds[name] === 'reads') continue
    const call = provider[name] as (...given: unknown[]) => Promise<unknown>
    guarded[name] = (async (...given: unknown[]) => {
      await requireNotHeld(db)
      return call(...given)
    }) as Provider[keyof Provider]
  }
  return guarded
}
