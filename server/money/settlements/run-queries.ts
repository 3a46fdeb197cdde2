/** SQL of settlement runs, which turn due entries into lines of settlements. */
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * Returns whether the run was made: false where this day or a later one has a run, or another one is under way. Amounts are
 * carried from day to day: after a later run they would be carried twice.
 */
export async function insertRun(db: Queryable, id: string, upTo: string): Promise<boolean> {
  const rows = await db.query(sql`
    insert into settlement_run (id, up_to) select ${id}, ${upTo}::date
    where not exists (select from settlement_run where up_to >= ${upTo}::date) on conflict do nothing returning id`)
  return rows.length > 0
}

export interface RunRow {
  id: string
  upTo: string
  state: 'running' | 'done'
}
const runColumns = sql`id, up_to::text as "upTo", state`

export async function findRun(db: Queryable, upTo: string): Promise<RunRow | undefined> {
  const [row] = await db.query<RunRow>(
    sql`select ${runColumns} from settlement_run where up_to = ${upTo}::date`,
  )
  return row
}

export async function newestRun(db: Queryable): Promise<RunRow | undefined> {
  const [row] = await db.query<RunRow>(
    sql`select ${runColumns} from settlement_run order by up_to desc limit 1`,
  )
  return row
}

export async function findRunning(db: Queryable): Promise<RunRow | undefined> {
  const [row] = await db.query<RunRow>(sql`select ${runColumns} from settlement_run where state = 'running'`)
  return row
}

/** Waits for another node that works on the same run. Undefined where the run is done or unknown. */
export async function lockRunning(tx: Tx, id: string): Promise<RunRow | undefined> {
  const [row] = await tx.query<RunRow>(sql`
    select ${runColumns} from settlement_run where id = ${id} and state = 'running' for update`)
  return row
}

export async function hasUnsettled(db: Queryable): Promise<boolean> {
  return singleRow(
    await db.query<{ any: boolean }>(sql`select exists (select from unsettled_entry) as "any"`),
  ).any
}

/**
 * The next sellers with something due and without a settlement of this run. Suspended sellers wait for the first run after
 * their suspension.
 */
export async function nextSellers(
  tx: Tx,
  run: RunRow,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ sellerId: string }>(sql`
    select s.id as "sellerId" from payee s
    where s.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      and exists (select from unsettled_due u where u.seller_id = s.id and u.due_on <= ${run.upTo}::date)
      and s.suspended_at is null
      and not exists (select from settlement t where t.run_id = ${run.id} and t.seller_id = s.id)
    order by s.id limit ${limit}`)
  return rows.map(({ sellerId }) => sellerId)
}

/** A settlement that is to be paid. */
export interface NewSettlement {
  id: string
  sellerId: string
  payoutPaise: number
}

/**
 * The settlements of these sellers with their lines, from everything that is due. `ids` are the new ones, in the order of the
 * sellers.
 */
export async function insertSettlements(
  tx: Tx,
  run: RunRow,
  sellerIds: readonly string[],
  ids: readonly string[],
): Promise<NewSettlement[]> {
  return tx.query(sql`
    with due as materialized (
      delete from unsettled_entry u using (
        select entry_id from unsettled_due
        where seller_id = any(${sellerIds}::uuid[]) and due_on <= ${run.upTo}::date) d
      where u.entry_id = d.entry_id
      returning u.entry_id, u.seller_id, u.order_id, u.reversal_no, u.net_paise
    ), line as materialized (
      select d.*, n.id as settlement_id, s.number as order_number, s.product_name, coalesce(r.created_at, s.sold_at) as happened_at,
        coalesce(r.units, s.units) as units, case when r.id is null then s.gross_paise else 0 end as gross,
        coalesce(r.gross_paise, 0) as reversed,
        coalesce(-r.commission_paise, s.commission_paise) as commission,
        case when r.id is null then s.shipping_paise when r.way_back_paid_by = 'seller' then r.way_back_paise else 0 end
          as shipping,
        case when r.id is null then s.gst_on_fees_paise else
          case r.way_back_paid_by when 'seller' then r.way_back_gst_paise else 0 end - r.gst_on_fees_paise end as gst_on_fees,
        coalesce(-r.tcs_paise, s.tcs_paise) as tcs, coalesce(-r.tds_paise, s.tds_paise) as tds,
        coalesce(r.compensation_paise, 0) as compensation
      from due d join unnest(${sellerIds}::uuid[], ${ids}::uuid[]) as n (seller_id, id) on n.seller_id = d.seller_id
      join sold_order s on s.order_id = d.order_id
      left join order_reversal r on r.order_id = d.order_id and r.no = d.reversal_no
    ), twice as materialized (
      update paid_twice w set taken_by = n.id
      from (select distinct settlement_id as id, seller_id from line) n
      where w.seller_id = n.seller_id and w.taken_by is null
      returning w.seller_id, w.paise
    ), settled as (
      insert into settlement (id, run_id, seller_id, lines, gross_paise, reversed_paise, commission_paise, shipping_paise,
        gst_on_fees_paise, tcs_paise, tds_paise, compensation_paise, net_paise, carried_before_paise, paid_twice_paise,
        payout_paise, carried_after_paise)
      select t.id, ${run.id}, t.seller_id, t.lines, t.gross, t.reversed, t.commission, t.shipping, t.gst_on_fees, t.tcs, t.tds,
        t.compensation, t.net, c.paise, w.paise, case when a.paise >= 100 then a.paise else 0 end,
        case when a.paise >= 100 then 0 else a.paise end
      from (
        select settlement_id as id, seller_id, count(*) as lines, sum(gross) as gross, sum(reversed) as reversed,
          sum(commission) as commission, sum(shipping) as shipping, sum(gst_on_fees) as gst_on_fees, sum(tcs) as tcs,
          sum(tds) as tds, sum(compensation) as compensation, sum(net_paise) as net
        from line group by settlement_id, seller_id) t
      cross join lateral (select coalesce((select b.carried_after_paise from settlement b
        join settlement_run br on br.id = b.run_id where b.seller_id = t.seller_id and br.up_to < ${run.upTo}::date
        order by br.up_to desc limit 1), 0) as paise) c
      cross join lateral (select coalesce(sum(x.paise), 0)::bigint as paise from twice x where x.seller_id = t.seller_id) w
      cross join lateral (select c.paise + t.net - w.paise as paise) a
      returning id, seller_id, payout_paise
    ), lines as (
      insert into settlement_line (entry_id, settlement_id, order_id, reversal_no, order_number, product_name, happened_at, units,
        gross_paise, reversed_paise, commission_paise, shipping_paise, gst_on_fees_paise, tcs_paise, tds_paise,
        compensation_paise, net_paise)
      select entry_id, settlement_id, order_id, reversal_no, order_number, product_name, happened_at, units, gross, reversed,
        commission, shipping, gst_on_fees, tcs, tds, compensation, net_paise
      from line
    )
    select id, seller_id as "sellerId", payout_paise as "payoutPaise" from settled`)
}

export interface PreviewRow {
  sellers: number
  paid: number
  payoutPaise: number
  suspended: number
  largest: { company: string; payoutPaise: number }[]
}

/** What the settlements of a run up to this day would be, by the amounts of `insertSettlements`. */
export async function previewRun(db: Queryable, upTo: string): Promise<PreviewRow> {
  return singleRow(
    await db.query<PreviewRow>(sql`
      with due as (
        select seller_id, sum(net_paise) as net from unsettled_entry where due_on <= ${upTo}::date group by seller_id
      ), result as (
        select p.company_name as company, p.suspended_at is not null as suspended, c.paise + d.net - w.paise as paise
        from due d join payee p on p.id = d.seller_id
        cross join lateral (select coalesce((select b.carried_after_paise from settlement b
          join settlement_run br on br.id = b.run_id where b.seller_id = d.seller_id and br.up_to < ${upTo}::date
          order by br.up_to desc limit 1), 0) as paise) c
        cross join lateral (select coalesce(sum(x.paise), 0) as paise from paid_twice x
          where x.seller_id = d.seller_id and x.taken_by is null) w
      )
      select count(*) filter (where not suspended)::int as sellers,
        count(*) filter (where not suspended and paise >= 100)::int as paid,
        coalesce(sum(paise) filter (where not suspended and paise >= 100), 0)::bigint as "payoutPaise",
        count(*) filter (where suspended)::int as suspended,
        (select coalesce(json_agg(json_build_object('company', l.company, 'payoutPaise', l.paise)), '[]')
          from (select company, paise from result where not suspended and paise >= 100
            order by paise desc, company limit 10) l) as largest
      from result`),
  )
}

export async function finishRun(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`update settlement_run set state = 'done', finished_at = now() where id = ${id}`)
}
