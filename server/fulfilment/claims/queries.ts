/** SQL of claims that a delivered parcel did not come. */
import { claimAnswerDays, claimDays, type ClaimState } from '../../../contract/claim-words.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'

/** What decides whether an order may be claimed. */
export interface ClaimFacts {
  delivered: boolean
  /** Something of it is neither cancelled nor returned. */
  left: boolean
  inTime: boolean
  /** A return was asked for, whatever became of it, and not withdrawn: the parcel has come. */
  hasReturns: boolean
  claimed: boolean
}

/** For an order `o`: the clock of the database counts. */
export const claimFacts = sql`json_build_object('delivered', o.status = 'completed' and o.delivery_date is not null,
      'left', o.quantity > o.cancelled_units + o.returned_units, 'inTime', coalesce(o.delivery_date > now() - ${claimDays} * interval '1 day', false),
      'hasReturns', exists (select from return_request r where r.order_id = o.id and r.state <> 'withdrawn'),
      'claimed', exists (select from delivery_claim c where c.order_id = o.id))`

export async function readClaimFacts(tx: Tx, orderId: string): Promise<ClaimFacts> {
  return singleRow(
    await tx.query<{ facts: ClaimFacts }>(
      sql`select ${claimFacts} as facts from orders o where o.id = ${orderId}`,
    ),
  ).facts
}

/** The caller has locked the order. */
export async function insertClaim(tx: Tx, orderId: string, words: string): Promise<Date> {
  return singleRow(
    await tx.query<{ decideBy: Date }>(sql`
      insert into delivery_claim (id, order_id, words, decide_by)
      values (${newId()}, ${orderId}, ${words}, now() + ${claimAnswerDays} * interval '1 day')
      returning decide_by as "decideBy"`),
  ).decideBy
}

/** Ends an open claim; false where there is none. The caller has locked the order. */
export async function endClaim(
  tx: Tx,
  orderId: string,
  { state, reason }: { state: Exclude<ClaimState, 'open'>; reason: string | null },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update delivery_claim set state = ${state}, reason = ${reason}, ended_at = now()
    where order_id = ${orderId} and state = 'open' returning 1`)
  return rows.length === 1
}

export async function findOrderOfClaim(db: Queryable, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ orderId: string }>(
    sql`select order_id as "orderId" from delivery_claim where id = ${id}`,
  )
  return row?.orderId
}

/** Whether a claim of this order waits for a decision. */
export async function isClaimed(db: Queryable, orderId: string): Promise<boolean> {
  const rows = await db.query(
    sql`select 1 from delivery_claim where order_id = ${orderId} and state = 'open'`,
  )
  return rows.length > 0
}

/** The orders of claims that are not decided in time, and of which nobody was reminded. */
export async function listOverdue(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ orderId: string }>(sql`
    select c.order_id as "orderId" from delivery_claim c
    where c.state = 'open' and c.decide_by < now() and c.reminded_at is null order by c.id limit ${limit}`)
  return rows.map(({ orderId }) => orderId)
}

/** False where it is decided, or somebody was reminded, meanwhile. The caller has locked the order. */
export async function recordReminded(tx: Tx, orderId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update delivery_claim set reminded_at = now()
    where order_id = ${orderId} and state = 'open' and reminded_at is null returning 1`)
  return rows.length > 0
}

export interface ClaimRow {
  id: string
  state: ClaimState
  words: string
  reason: string | null
  askedAt: Date
  decideBy: Date
  late: boolean
  orderId: string
  number: string
  productName: string
  amountPaise: number
  customerName: string
  customerEmail: string
  claims: number
  orders: number
  sellerCompany: string
  sellerEmail: string
  deliveredAt: Date | null
  place: string | null
  awbNumber: string | null
  proofUrl: string | null
}

interface ClaimFilter {
  openOnly: boolean
  q?: string | undefined
}

const matches = ({ openOnly, q }: ClaimFilter): Sql => sql`
    ${openOnly ? sql`and c.state = 'open'` : emptySql}
    ${
      q
        ? sql`and (exists (select from orders o where o.id = c.order_id and o.number = upper(${q}))
            or exists (select from order_parties p where p.order_id = c.order_id and p.buyer_email = lower(${q})))`
        : emptySql
    }`

/** One page, newest first, from below the claim `before`. */
export async function listClaimRows(
  db: Queryable,
  filter: ClaimFilter,
  limit: number,
  before: string,
): Promise<ClaimRow[]> {
  return db.query(sql`
    with page as materialized (
      select c.* from delivery_claim c where c.id < ${before} ${matches(filter)} order by c.id desc limit ${limit}
    )
    select c.id, c.state, c.words, c.reason, c.created_at as "askedAt", c.decide_by as "decideBy",
      c.state = 'open' and c.decide_by < now() as late, o.id as "orderId", o.number, o.product_name as "productName",
      o.amount_paise as "amountPaise", p.buyer_first_name || ' ' || p.buyer_last_name as "customerName",
      p.buyer_email as "customerEmail",
      (select count(*) from orders t join delivery_claim d on d.order_id = t.id where t.customer_id = o.customer_id) as claims,
      (select count(*) from orders t where t.customer_id = o.customer_id) as orders,
      p.seller_company as "sellerCompany", p.seller_email as "sellerEmail", o.delivery_date as "deliveredAt",
      (select e.place from order_shipment s join shipment_event e on e.shipment_id = s.id
        where s.order_id = o.id and e.code in (7, 23, 26, 43) order by e.happened_at desc limit 1) as place,
      o.awb_number as "awbNumber", (select s.proof_url from order_shipment t join shipment s on s.id = t.id where t.order_id = o.id limit 1) as "proofUrl"
    from page c join orders o on o.id = c.order_id join order_parties p on p.order_id = o.id
    order by c.id desc`)
}

export const countClaims = (db: Queryable, filter: ClaimFilter): Promise<number> =>
  countRows(db, sql`select from delivery_claim c where true ${matches(filter)}`)
