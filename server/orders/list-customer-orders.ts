/** My Orders: newest first, in pages (specification §2). */
import { z } from 'zod'
import type { Order } from '../../contract/order.ts'
import type { Page } from '../http/call.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { countOrdersOfCustomer, ordersOfCustomer } from './queries.ts'
import { toOrder } from './rules.ts'

/** The cursor is the last order's id. Refuses ('invalid') one that is none. */
export async function listCustomerOrders(
  shop: Shop,
  customerId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<Order>> {
  if (page.cursor !== undefined && !z.uuid().safeParse(page.cursor).success)
    throw new Refusal('invalid', 'This is no cursor of this list.')
  const [rows, total] = await Promise.all([
    ordersOfCustomer(shop.db, customerId, page.limit + 1, page.cursor),
    countOrdersOfCustomer(shop.db, customerId),
  ])
  const shown = rows.slice(0, page.limit)
  return {
    items: shown.map((row) => toOrder(shop, row)),
    total,
    next: rows.length > page.limit ? shown.at(-1)?.id : undefined,
  }
}
