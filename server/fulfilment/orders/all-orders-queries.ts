/** SQL of the administrator's list of all orders. */
import { limits } from '../../../contract/limits.ts'
import { singleRow, type Queryable } from '../../platform/db/client.ts'
import { countedState, type StateCount } from '../../platform/db/count-states.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import { hasWords, type OrderRow, orderColumns } from './queries.ts'

export interface AdminOrderRow extends OrderRow {
  customerId: string
  customerName: string
  customerEmail: string
  sellerCompany: string
  stoppedUntil: Date | null
}

/**
 * Which orders: of these accounts as buyer or seller, with an id in this range, with this number, of this parcel, or of these
 * customers or with these words.
 */
type OrderSearch =
  | { accounts: readonly string[] }
  | { from: string; to: string }
  | { number: string }
  | { parcel: string }
  | { words: readonly string[]; customers: readonly string[] }

export interface OrderFilter {
  sellerId?: string | undefined
  status?: OrderRow['status'] | undefined
  attention?: boolean
  search?: OrderSearch | undefined
}

function matchesSearch(search: OrderSearch | undefined): Sql {
  if (!search) return emptySql
  if ('accounts' in search) {
    const ids = sql`any(${search.accounts}::uuid[])`
    return sql`and (o.customer_id = ${ids} or o.seller_id = ${ids})`
  }
  if ('from' in search) return sql`and o.id between ${search.from} and ${search.to}`
  if ('number' in search) return sql`and o.number = ${search.number}`
  if ('parcel' in search) return sql`and ${isParcel(search.parcel)}`
  const inWords = hasWords(search.words)
  return search.customers.length === 0
    ? inWords
    : sql`and (o.customer_id = any(${search.customers}::uuid[]) or true ${inWords})`
}

const isParcel = (parcel: string) => sql`(o.awb_number = ${parcel} or o.shipment_id = ${parcel})`

/** Whether an order has this AWB number or shipment. */
export async function hasParcel(db: Queryable, parcel: string): Promise<boolean> {
  return singleRow(
    await db.query<{ found: boolean }>(
      sql`select exists (select from orders o where ${isParcel(parcel)}) as found`,
    ),
  ).found
}

/** A cancelled order whose money is not back yet; it reads 'cancelled' (server/fulfilment/orders/present.ts). */
const isBeingRefunded = sql`(select sum(c.units) from cancellation c where c.order_id = o.id) = o.quantity
      and exists (select from buyer_refund r where r.checkout_id = o.checkout_id and coalesce(r.order_id, o.id) = o.id
        and r.own_state <> 'replaced' and r.reason <> 'paid-twice' and r.state <> 'processed')`

/**
 * 'cancelled' has every order that ended without a delivery, also after its refund. The indexes orders_cancelled and
 * orders_by_rare_status have these forms; completed orders are frequent enough to be found without one.
 */
function hasStatus(status: OrderRow['status']): Sql {
  if (status === 'cancelled')
    return sql`and o.status in ('cancelled', 'refunded') 
      and (o.status = 'cancelled' or shown_shipment(o.status, o.shipment_status) in ('Cancelled', 'RTO'))`
  if (status === 'refunded')
    return sql`and o.status = 'refunded' and o.status <> 'completed' and not (${isBeingRefunded})`
  return status === 'completed'
    ? sql`and o.status = 'completed'`
    : sql`and o.status = ${status} and o.status <> 'completed'`
}

const whereFilter = ({ sellerId, status, attention, search }: OrderFilter) => sql`
    ${sellerId === undefined ? emptySql : sql`and o.seller_id = ${sellerId}`}
    ${status === undefined ? emptySql : hasStatus(status)}
    ${attention ? sql`and o.needs_attention is not null` : emptySql} ${matchesSearch(search)}`

/** The number of orders of each status, and of those that need attention. */
export async function countOrdersByState(
  db: Queryable,
  statuses: readonly OrderRow['status'][],
): Promise<StateCount[]> {
  const counted = (state: 'attention' | OrderRow['status']) =>
    countedState(
      state,
      sql`from orders o where true ${whereFilter(state === 'attention' ? { attention: true } : { status: state })}`,
    )
  return db.query<StateCount>(
    statuses.reduce((all, state) => sql`${all} union all ${counted(state)}`, counted('attention')),
  )
}

/** One page, newest first, from below the order `before`. */
export async function listOrderRows(
  db: Queryable,
  filter: OrderFilter,
  limit: number,
  before: string,
): Promise<AdminOrderRow[]> {
  // The page is read first, so that the other tables are joined to its rows only.
  return db.query(sql`
    with page as materialized (
      select o.* from orders o where o.id < ${before} ${whereFilter(filter)} order by o.id desc limit ${limit}
    )
    select ${orderColumns}, o.customer_id as "customerId", c.first_name || ' ' || c.last_name as "customerName",
      c.email as "customerEmail", s.company_name as "sellerCompany",
      (select s.stopped_at + ${limits.stoppedDays}::int * interval '1 day' from shipment_line l join shipment s on s.id = l.shipment_id
        where l.order_id = o.id and s.kind = 'forward' and s.withdrawn_at is null limit 1) as "stoppedUntil"
    from page o join seller_party s on s.id = o.seller_id join buyer c on c.id = o.customer_id
    order by o.id desc`)
}

/** Exact for one seller, otherwise counted up to `limits.countFiltered`. */
export async function countOrderRows(db: Queryable, filter: OrderFilter): Promise<number> {
  const { status, attention, search } = filter
  const ofSeller = status === undefined && !attention && !search
  const rows = sql`from orders o where true ${whereFilter(filter)}`
  return singleRow(
    await db.query<{ count: number }>(
      ofSeller
        ? sql`select count(*) as count ${rows}`
        : sql`select count(*) as count from (select ${rows} limit ${limits.countFiltered}) as counted`,
    ),
  ).count
}
