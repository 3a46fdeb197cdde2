/** Settlements of Razorpay to the shop's bank account, what they consist of, and the balance (providers.md §1.12). */
import { z } from 'zod'
import { type ProviderSettlement, ProviderRefused, ProviderUnavailable } from './provider.ts'
import type { SettledItem, SettlementPayments } from './provider.ts'
import { collection, type openRazorpayApi } from './razorpay-api.ts'
import { listBetween } from './razorpay-route.ts'

type Ask = ReturnType<typeof openRazorpayApi>['ask']

const settlementEntity = z.object({
  id: z.string(),
  amount: z.int().positive(),
  status: z.enum(['created', 'processed', 'failed']),
  utr: z.string().max(100).nullish(),
  created_at: z.int().nonnegative(),
})
const paise = z.int().nonnegative()
const itemEntity = z.object({
  entity_id: z.string(),
  type: z.string(),
  debit: paise,
  credit: paise,
  fee: z.int().nullish(),
  tax: z.int().nullish(),
  currency: z.literal('INR'),
  settled: z.boolean(),
  settlement_id: z.string().nullish(),
  dispute_id: z.string().nullish(),
})
const balanceEntity = z.object({ balance: z.int(), currency: z.literal('INR').optional() })

const pageSize = 1_000
/** 100,000 items: a day with more is not read. */
const maxPages = 100

export function openSettlements(ask: Ask): SettlementPayments {
  return {
    async settlement(id) {
      const path = `/settlements/${encodeURIComponent(id)}`
      try {
        const settlement = toSettlement(await ask('GET', path, settlementEntity))
        if (settlement.id !== id) throw new ProviderUnavailable(`GET ${path}: the answer is of another`)
        return settlement
      } catch (error) {
        if (error instanceof ProviderRefused) return null
        throw error
      }
    },
    settlementsBetween: async (from, to) =>
      (await listBetween(ask, '/settlements', settlementEntity, from, to)).map(toSettlement),
    async settledOn(day) {
      const [year, month, date] = day.split('-')
      const path = `/settlements/recon/combined?year=${year}&month=${month}&day=${date}`
      const found = new Map<string, SettledItem>()
      for (let page = 0; page < maxPages; page += 1) {
        const query = `&count=${pageSize}&skip=${page * pageSize}`
        const { items } = await ask('GET', path + query, collection(itemEntity))
        for (const item of items) {
          const settled = toItem(item)
          if (settled) found.set(`${settled.settlementId}:${settled.id}`, settled)
        }
        if (items.length < pageSize) return [...found.values()]
      }
      throw new ProviderUnavailable(`GET ${path}: more than ${maxPages * pageSize} items`)
    },
    balance: async () => (await ask('GET', '/balance', balanceEntity)).balance,
  }
}

const toSettlement = ({
  id,
  amount,
  status,
  utr,
  created_at: at,
}: z.output<typeof settlementEntity>): ProviderSettlement => ({
  id,
  amountPaise: amount,
  state: status,
  utr: utr || null,
  createdAt: new Date(at * 1_000),
})

/** Null for an item that is in no settlement, or not any more. */
function toItem(entity: z.output<typeof itemEntity>): SettledItem | null {
  const { entity_id: id, type, debit, credit, fee, tax, settled, settlement_id: settlementId } = entity
  if (!settled || !settlementId) return null
  const charge =
    type === 'adjustment' ? { paise: debit - credit, gstPaise: 0 } : { paise: fee ?? 0, gstPaise: tax ?? 0 }
  return { id, type, settlementId, charge, disputeId: entity.dispute_id || null }
}
