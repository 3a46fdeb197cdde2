/** SQL of the courier's answers about pin codes, and of the days that were promised. */
import type { CourierRoute } from '../../platform/providers/courier/provider.ts'
import { singleRow, type Queryable, type Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** A product on its way to a pin code, with the courier's answer where it has one that is not too old. */
export interface DeliveryRow extends CourierRoute {
  productId: string
  name: string
  handlingDays: number
  /** Null: no answer is known. */
  answeredAt: Date | null
  /** Null in an answer: the courier does not deliver there. */
  transitDays: number | null
}

/** For goods `p` of the company `s`, so many pieces to a pin code: their class of weight `w` and the courier's answer `a`. */
const answerFor = (quantity: Sql, pinCode: Sql) => sql`
  cross join lateral (select weight_class(p.weight_grams * ${quantity},
    p.length_cm * p.width_cm * p.height_cm * ${quantity}) as class) w
  left join courier_answer a on a.from_pin = pin_number(s.pin_code) and a.to_pin = pin_number(${pinCode})
    and a.weight_class = w.class and a.answered_at > now() - interval '1 day'`

export interface Wanted {
  productId: string
  quantity: number
}

/** Products on sale only. */
export async function deliveryRows(
  db: Queryable,
  pinCode: string,
  items: readonly Wanted[],
): Promise<DeliveryRow[]> {
  return db.query(sql`
    select p.id as "productId", p.name, s.pin_code as "fromPin", ${pinCode}::text as "toPin", w.class as "weightGrams",
      s.handling_days as "handlingDays", a.answered_at as "answeredAt", a.transit_days as "transitDays"
    from unnest(${items.map((item) => item.productId)}::uuid[], ${items.map((item) => item.quantity)}::int[])
      as i (product_id, quantity)
    join goods p on p.id = i.product_id and p.on_sale join company s on s.id = p.seller_id
    ${answerFor(sql`i.quantity`, sql`${pinCode}::text`)}`)
}

/** So many pairs of company and class of weight a list is narrowed to. */
const arrivingMax = 10_000

/** Those who reach a pin code in time, by class of weight; `latest` has the most days of transit for each number of handling days. */
export async function arrivingSellers(
  db: Queryable,
  pinCode: string,
  latest: readonly number[],
): Promise<{ sellerId: string; weightClass: number }[]> {
  return db.query(sql`
    select s.id as "sellerId", a.weight_class as "weightClass"
    from courier_answer a join company s on s.pin_code = a.from_pin::text
    where a.to_pin = pin_number(${pinCode}::text) and a.answered_at > now() - interval '1 day'
      and a.transit_days <= (${latest}::int[])[s.handling_days + 1]
    limit ${arrivingMax}`)
}
/** More answers than these are not kept: visitors may ask for any two pin codes. */
const answersMax = 100_000

export async function storeAnswer(
  db: Queryable,
  route: CourierRoute,
  transitDays: number | null,
): Promise<void> {
  await db.query(sql`
    insert into courier_answer (from_pin, to_pin, weight_class, transit_days)
    select pin_number(${route.fromPin}), pin_number(${route.toPin}), ${route.weightGrams}, ${transitDays}
    where (select count(*) from (select from courier_answer limit ${answersMax}) as kept) < ${answersMax}
    on conflict (from_pin, to_pin, weight_class) do update
      set transit_days = excluded.transit_days, answered_at = excluded.answered_at`)
}

/** Deletes answers that are too old to be used; returns how many. */
export async function deleteOldAnswers(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from courier_answer where (from_pin, to_pin, weight_class) in (
      select from_pin, to_pin, weight_class from courier_answer where answered_at < now() - interval '1 day'
      order by answered_at limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}

export interface OrderToPromise {
  orderId: string
  createdAt: Date
  handlingDays: number
  /** Nulls: the courier has not said how long it needs. */
  transitDays: number | null
  answeredAt: Date | null
}

export async function ordersToPromise(tx: Tx, orderIds: readonly string[]): Promise<OrderToPromise[]> {
  return tx.query(sql`
    select o.id as "orderId", o.created_at as "createdAt", s.handling_days as "handlingDays",
      a.transit_days as "transitDays", case when a.transit_days is not null then a.answered_at end as "answeredAt"
    from orders o join goods p on p.id = o.product_id join company s on s.id = o.seller_id
    ${answerFor(sql`o.quantity`, sql`o.pin_code`)}
    where o.id = any(${orderIds}::uuid[])`)
}

export interface NewPromise extends Omit<OrderToPromise, 'createdAt'> {
  handOverBy: string
  promisedBy: string | null
}

export async function insertPromises(tx: Tx, promises: readonly NewPromise[]): Promise<void> {
  await tx.query(sql`
    insert into order_promise (order_id, handling_days, transit_days, hand_over_by, promised_by, answered_at)
    select * from unnest(${promises.map((p) => p.orderId)}::uuid[], ${promises.map((p) => p.handlingDays)}::int[],
      ${promises.map((p) => p.transitDays)}::int[], ${promises.map((p) => p.handOverBy)}::date[],
      ${promises.map((p) => p.promisedBy)}::date[], ${promises.map((p) => p.answeredAt)}::timestamptz[])`)
}

export async function deletePromises(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx.query(sql`delete from order_promise where order_id = any(${orderIds}::uuid[])`)
}

/** Without the orders that ended before they could arrive. */
export async function countKept(
  db: Queryable,
  from: string,
  to: string,
): Promise<{ promised: number; inTime: number }> {
  return singleRow(
    await db.query<{ promised: number; inTime: number }>(sql`
      select count(*) as promised, count(*) filter (
        where (o.delivery_date at time zone 'Asia/Kolkata')::date <= p.promised_by) as "inTime"
      from order_promise p join orders o on o.id = p.order_id
      where p.promised_by between ${from}::date and ${to}::date
        and (o.delivery_date is not null or o.status not in ('cancelled', 'refunded'))`),
  )
}
