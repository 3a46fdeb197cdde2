/** Razorpay Route: linked accounts of sellers and transfers to them (providers.md §1.10), and the lists of a day. */
import { z } from 'zod'
import {
  type ProviderCharge,
  type ProviderMovement,
  ProviderRefused,
  type ProviderTransfer,
  ProviderUnavailable,
  type RoutePayments,
} from './provider.ts'
import { collection, type openRazorpayApi } from './razorpay-api.ts'

const idOnly = z.object({ id: z.string() })
const productEntity = z.object({ id: z.string(), activation_status: z.string() })
export const transferEntity = z.object({
  id: z.string(),
  recipient: z.string(),
  amount: z.number().int(),
  amount_reversed: z.number().int().default(0),
  fees: z.int().nullish().catch(null),
  tax: z.int().nullish().catch(null),
  // Any unknown status means that the transfer is under way.
  status: z.string(),
  // An empty list where there are none.
  notes: z.object({ payout: z.uuid() }).nullish().catch(null),
  created_at: z.number(),
})
const paymentItem = z.object({
  id: z.string(),
  amount: z.number().int(),
  status: z.string(),
  captured: z.boolean().nullish(),
})
const refundItem = z.object({
  id: z.string(),
  amount: z.number().int(),
  status: z.string(),
  payment_id: z.string(),
})

const pageSize = 100
/** 20,000 items: a period with more is not read. */
const maxPages = 200

/** By the fourth letter of the PAN. */
const businessTypes: Record<string, string> = {
  C: 'private_limited',
  F: 'partnership',
  T: 'trust',
  P: 'proprietorship',
}

type Ask = ReturnType<typeof openRazorpayApi>['ask']

/** `askV2` sends requests to the API version that has accounts. */
export function openRoute(ask: Ask, askV2: Ask): RoutePayments {
  const account = (id: string) => `/accounts/${encodeURIComponent(id)}`
  return {
    async createRouteAccount(seller) {
      const { id } = await askV2('POST', '/accounts', idOnly, {
        email: seller.email,
        phone: seller.mobile,
        type: 'route',
        reference_id: seller.reference,
        legal_business_name: seller.company,
        business_type: businessTypes[seller.pan.charAt(3)] ?? 'proprietorship',
        contact_name: seller.contactName,
        profile: {
          category: 'ecommerce',
          subcategory: 'ecommerce_marketplace',
          addresses: {
            registered: {
              street1: seller.street,
              street2: seller.landmark,
              city: seller.city,
              state: seller.state,
              postal_code: seller.pinCode,
              country: 'IN',
            },
          },
        },
        legal_info: { pan: seller.pan, gst: seller.gst },
      })
      return id
    },
    async addRouteStakeholder(accountId, { name, email }) {
      await askV2('POST', `${account(accountId)}/stakeholders`, idOnly, { name, email })
    },
    async requestRouteProduct(accountId) {
      const { id, activation_status: status } = await askV2(
        'POST',
        `${account(accountId)}/products`,
        productEntity,
        { product_name: 'route', tnc_accepted: true },
      )
      return { productId: id, status }
    },
    async setRouteBankAccount(accountId, productId, bank) {
      const { activation_status: status } = await askV2(
        'PATCH',
        `${account(accountId)}/products/${encodeURIComponent(productId)}`,
        productEntity,
        {
          settlements: {
            account_number: bank.accountNo,
            ifsc_code: bank.ifscCode,
            beneficiary_name: bank.beneficiary,
          },
          tnc_accepted: true,
        },
      )
      return status
    },
    async transfer({ key, accountId, amountPaise }) {
      const made = await ask(
        'POST',
        '/transfers',
        transferEntity,
        { account: accountId, amount: amountPaise, currency: 'INR', notes: { payout: key } },
        { 'X-Transfer-Idempotency': key },
      )
      if (made.recipient !== accountId || made.amount !== amountPaise)
        throw new ProviderUnavailable(`transfer ${key}: the answer is of another transfer`)
      return toTransfer(made)
    },
    async findTransfer(transferId) {
      try {
        return toTransfer(await ask('GET', `/transfers/${encodeURIComponent(transferId)}`, transferEntity))
      } catch (error) {
        if (error instanceof ProviderRefused) return null
        throw error
      }
    },
    transfersBetween: async (from, to) =>
      (await listBetween(ask, '/transfers', transferEntity, from, to)).map(toTransfer),
    async movementsBetween(subject, from, to) {
      if (subject === 'payment')
        return (await listBetween(ask, '/payments', paymentItem, from, to))
          .filter(({ status, captured }) => status === 'captured' || (status === 'refunded' && captured))
          .map(({ id, amount }) => ({ id, amountPaise: amount, paymentId: id }))
      if (subject === 'refund')
        return (await listBetween(ask, '/refunds', refundItem, from, to))
          .filter(({ status }) => status === 'processed')
          .map(({ id, amount, payment_id: paymentId }) => ({ id, amountPaise: amount, paymentId }))
      return (await listBetween(ask, '/transfers', transferEntity, from, to))
        .filter(({ status }) => ['processed', 'reversed', 'partially_reversed'].includes(status))
        .map(({ id, amount, amount_reversed: back }): ProviderMovement => ({
          id,
          amountPaise: amount - back,
          paymentId: null,
        }))
    },
  }
}

/** All items of a list that were made from `from` to before `to`. Items are counted once, because new ones shift the pages. */
export async function listBetween<T extends { id: string }>(
  ask: Ask,
  path: string,
  item: z.ZodType<T>,
  from: Date,
  to: Date,
): Promise<T[]> {
  const seconds = (at: Date) => Math.floor(at.getTime() / 1_000)
  const found = new Map<string, T>()
  for (let page = 0; page < maxPages; page += 1) {
    const query = `from=${seconds(from)}&to=${seconds(to) - 1}&count=${pageSize}&skip=${page * pageSize}`
    const { items } = await ask('GET', `${path}?${query}`, collection(item))
    for (const one of items) found.set(one.id, one)
    if (items.length < pageSize) return [...found.values()]
  }
  throw new ProviderUnavailable(`GET ${path}: more than ${maxPages * pageSize} of one period`)
}

/** Null where the provider does not say what it deducts. */
export const toCharge = (
  fee: number | null | undefined,
  tax: number | null | undefined,
): ProviderCharge | null => (typeof fee === 'number' ? { paise: fee, gstPaise: tax ?? 0 } : null)

export function toTransfer(entity: z.output<typeof transferEntity>): ProviderTransfer {
  const { id, amount, amount_reversed: reversedPaise, status, notes, fees, tax } = entity
  const known = ['processed', 'failed', 'reversed', 'partially_reversed'] as const
  const state = known.find((one) => one === status) ?? 'pending'
  const charge = state === 'failed' ? { paise: 0, gstPaise: 0 } : toCharge(fees, tax)
  return { id, key: notes?.payout ?? null, amountPaise: amount, reversedPaise, state, charge }
}
