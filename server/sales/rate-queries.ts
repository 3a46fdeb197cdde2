/** SQL of dated rates. Paise, hundredths of a percent, and days as YYYY-MM-DD. */
import { type Queryable, singleRow, type Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'

export type RateKind = 'commission' | 'shipping' | 'levy'
type Levy = 'gst-on-fees' | 'tcs' | 'tds'

/** Newest rates of each kind that are shown. */
const shown = 200

export interface CommissionRuleRow {
  id: number
  sellerId: string | null
  company: string | null
  email: string | null
  categoryId: number | null
  category: string | null
  rateBp: number
  from: string
  to: string | null
}

export async function listCommissionRules(db: Queryable): Promise<CommissionRuleRow[]> {
  return db.query(sql`
    select r.id, r.seller_id as "sellerId", s.company_name as company, a.email, r.category_id as "categoryId",
      c.name as category, r.rate_bp as "rateBp", r.valid_from::text as "from", r.valid_to::text as "to"
    from commission_rule r left join seller s on s.account_id = r.seller_id left join account a on a.id = r.seller_id
    left join category c on c.id = r.category_id order by r.valid_from desc, r.id desc limit ${shown}`)
}

export interface ShippingChargeRow {
  id: number
  upToGrams: number | null
  basePaise: number
  furtherKgPaise: number
  from: string
  to: string | null
}

export async function listShippingCharges(db: Queryable): Promise<ShippingChargeRow[]> {
  return db.query(sql`
    select id, up_to_grams as "upToGrams", base_paise as "basePaise", further_kg_paise as "furtherKgPaise",
      valid_from::text as "from", valid_to::text as "to"
    from shipping_charge order by valid_from desc, up_to_grams nulls last limit ${shown}`)
}

export interface LevyRateRow {
  id: number
  levy: Levy
  rateBp: number
  from: string
  to: string | null
}

export async function listLevyRates(db: Queryable): Promise<LevyRateRow[]> {
  return db.query(sql`
    select id, levy, rate_bp as "rateBp", valid_from::text as "from", valid_to::text as "to"
    from levy_rate order by valid_from desc, levy limit ${shown}`)
}

export type RateValues =
  | { kind: 'commission'; sellerId: string | null; categoryId: number | null; rateBp: number }
  | { kind: 'shipping'; upToGrams: number | null; basePaise: number; furtherKgPaise: number }
  | { kind: 'levy'; levy: Levy; rateBp: number }

/** Both are null where there is no such seller and no such category. */
export async function findSubject(
  db: Queryable,
  sellerEmail: string | null,
  categoryId: number | null,
): Promise<{ sellerId: string | null; categoryId: number | null }> {
  return singleRow(
    await db.query<{ sellerId: string | null; categoryId: number | null }>(sql`
      select (select s.account_id from seller s join account a on a.id = s.account_id where a.email = ${sellerEmail}) as "sellerId",
        (select id from category where id = ${categoryId}) as "categoryId"`),
  )
}

/** The rate of the same subject that begins last, locked. */
export async function latestRate(
  tx: Tx,
  values: RateValues,
): Promise<{ id: number; from: string; to: string | null } | undefined> {
  const source =
    values.kind === 'levy'
      ? sql`levy_rate where levy = ${values.levy}`
      : values.kind === 'shipping'
        ? sql`shipping_charge where up_to_grams is not distinct from ${values.upToGrams}::int`
        : sql`commission_rule where seller_id is not distinct from ${values.sellerId}::uuid
            and category_id is not distinct from ${values.categoryId}::int`
  const [row] = await tx.query<{ id: number; from: string; to: string | null }>(sql`
    select id, valid_from::text as "from", valid_to::text as "to" from ${source} order by valid_from desc limit 1 for update`)
  return row
}

export async function insertRate(tx: Tx, values: RateValues, from: string): Promise<void> {
  if (values.kind === 'levy')
    await tx.query(sql`
      insert into levy_rate (levy, rate_bp, valid_from) values (${values.levy}, ${values.rateBp}, ${from}::date)`)
  else if (values.kind === 'shipping')
    await tx.query(sql`
      insert into shipping_charge (up_to_grams, base_paise, further_kg_paise, valid_from)
      values (${values.upToGrams}, ${values.basePaise}, ${values.furtherKgPaise}, ${from}::date)`)
  else
    await tx.query(sql`
      insert into commission_rule (seller_id, category_id, rate_bp, valid_from)
      values (${values.sellerId}, ${values.categoryId}, ${values.rateBp}, ${from}::date)`)
}

/** Its last day becomes the one before `day`. */
export async function endRateBefore(tx: Tx, kind: RateKind, id: number, day: string): Promise<void> {
  if (kind === 'levy') await tx.query(sql`update levy_rate set valid_to = ${day}::date - 1 where id = ${id}`)
  else if (kind === 'shipping')
    await tx.query(sql`update shipping_charge set valid_to = ${day}::date - 1 where id = ${id}`)
  else await tx.query(sql`update commission_rule set valid_to = ${day}::date - 1 where id = ${id}`)
}

/** `general`: without it orders could have no rate. Locked. */
export async function findRate(
  tx: Tx,
  kind: RateKind,
  id: number,
): Promise<{ from: string; to: string | null; general: boolean } | undefined> {
  const source = {
    commission: sql`seller_id is null and category_id is null as general from commission_rule`,
    shipping: sql`up_to_grams is null as general from shipping_charge`,
    levy: sql`true as general from levy_rate`,
  }[kind]
  const [row] = await tx.query<{ from: string; to: string | null; general: boolean }>(sql`
    select valid_from::text as "from", valid_to::text as "to", ${source} where id = ${id} for update`)
  return row
}

/** Deletes a rate; the one of the same subject that ended on the day before has no end any more. */
export async function deleteRate(tx: Tx, kind: RateKind, id: number): Promise<void> {
  if (kind === 'levy')
    await tx.query(sql`
      with gone as (delete from levy_rate where id = ${id} returning levy, valid_from)
      update levy_rate r set valid_to = null from gone g where r.levy = g.levy and r.valid_to = g.valid_from - 1`)
  else if (kind === 'shipping')
    await tx.query(sql`
      with gone as (delete from shipping_charge where id = ${id} returning up_to_grams, valid_from)
      update shipping_charge r set valid_to = null from gone g
      where r.up_to_grams is not distinct from g.up_to_grams and r.valid_to = g.valid_from - 1`)
  else
    await tx.query(sql`
      with gone as (delete from commission_rule where id = ${id} returning seller_id, category_id, valid_from)
      update commission_rule r set valid_to = null from gone g
      where r.seller_id is not distinct from g.seller_id and r.category_id is not distinct from g.category_id
        and r.valid_to = g.valid_from - 1`)
}
