/** SQL of families. Statements for sellers name the owner beside the row, so that they find no other seller's family. */
import type { FamilyInput } from '../../../contract/family.ts'
import { familyLimits, type FamilyOption } from '../../../contract/family-words.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import { plainText } from '../search/search-document.ts'

export type FamilyHead = Pick<FamilyInput, 'name' | 'options' | 'sameThing'>
type Member = FamilyInput['members'][number]

export async function insertFamily(
  tx: Tx,
  id: string,
  { sellerId, subcategoryId }: { sellerId: string; subcategoryId: number },
  { name, options, sameThing }: FamilyHead,
): Promise<void> {
  await tx.query(sql`
    insert into product_family (id, seller_id, subcategory_id, name, options, same_thing)
    values (${id}, ${sellerId}, ${subcategoryId}, ${name}, ${options}::text[], ${sameThing})`)
}

/** A family of this seller, locked until the transaction ends. */
export async function lockFamily(
  tx: Tx,
  sellerId: string,
  id: string,
): Promise<{ subcategoryId: number; sameThing: boolean; members: string[] } | undefined> {
  const [row] = await tx.query<{ subcategoryId: number; sameThing: boolean; members: string[] }>(sql`
    select subcategory_id as "subcategoryId", same_thing as "sameThing",
      array(select product_id::text from family_member where family_id = ${id}) as members
    from product_family where id = ${id} and seller_id = ${sellerId} for no key update`)
  return row
}

/** The listings of this seller among these, with the family that each is in, locked in the order of all writers. */
export async function lockListings(
  tx: Tx,
  sellerId: string,
  ids: readonly string[],
): Promise<{ id: string; subcategoryId: number; familyId: string | null }[]> {
  await tx.query(sql`select from product where id = any(${ids}::uuid[]) order by id for no key update`)
  return tx.query(sql`
    select p.id, p.subcategory_id as "subcategoryId", (select m.family_id from family_member m where m.product_id = p.id) as "familyId"
    from product p where p.id = any(${ids}::uuid[]) and p.seller_id = ${sellerId} and p.deleted_at is null`)
}

export async function updateFamily(
  tx: Tx,
  id: string,
  { name, options, sameThing }: FamilyHead,
): Promise<void> {
  await tx.query(sql`
    update product_family set name = ${name}, options = ${options}::text[], same_thing = ${sameThing}, version = version + 1
    where id = ${id}`)
}

export async function deleteMembers(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`delete from family_member where family_id = ${id}`)
}

/** In this order. Every one of them is new: `deleteMembers` comes first. */
export async function insertMembers(tx: Tx, id: string, members: readonly Member[]): Promise<void> {
  const values = (at: number) => members.map((member) => member.values[at] ?? null)
  await tx.query(sql`
    insert into family_member (product_id, family_id, place, value_1, value_2, value_3)
    select n.product_id, ${id}, n.place, n.a, n.b, n.c from unnest(${members.map(({ productId }) => productId)}::uuid[],
      ${values(0)}::text[], ${values(1)}::text[], ${values(2)}::text[]) with ordinality as n (product_id, a, b, c, place)`)
}

export async function deleteFamily(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`delete from product_family where id = ${id}`)
}

/** Deletes a locked family that has no members; false for one that has some. */
export async function deleteEmptyFamily(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from product_family where id = ${id} and not exists (select from family_member where family_id = ${id}) returning id`)
  return rows.length > 0
}

interface FamilyRow {
  id: string
  name: string
  options: FamilyOption[]
  sameThing: boolean
  subCategoryName: string
}

const familyColumns = sql`f.id, f.name, f.options, f.same_thing as "sameThing",
      (select s.name from subcategory s where s.id = f.subcategory_id) as "subCategoryName"`

export async function familiesOf(
  db: Queryable,
  sellerId: string,
  limit: number,
  before: string,
): Promise<(FamilyRow & { members: number })[]> {
  return db.query(sql`
    select ${familyColumns}, (select count(*) from family_member m where m.family_id = f.id) as members
    from product_family f where f.seller_id = ${sellerId} and f.id < ${before} order by f.id desc limit ${limit}`)
}

export async function countFamilies(db: Queryable, sellerId: string): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      sql`select count(*) as count from product_family where seller_id = ${sellerId}`,
    ),
  ).count
}

export interface ChoiceRow {
  id: string
  name: string
  image: string
  pricePaise: number
  units: number
  subCategoryId: number
  subCategoryName: string
}

const choiceColumns = sql`p.id, p.name, p.images[1] as image, p.price_paise as "pricePaise", p.units,
      p.subcategory_id as "subCategoryId", p.subcategory_name as "subCategoryName"`

export interface OwnFamilyRow extends FamilyRow {
  subCategoryId: number
  members: (ChoiceRow & { values: string[]; onSale: boolean })[]
}

export async function findFamily(
  db: Queryable,
  sellerId: string,
  id: string,
): Promise<OwnFamilyRow | undefined> {
  const [row] = await db.query<Omit<OwnFamilyRow, 'members'>>(sql`
    select ${familyColumns}, f.subcategory_id as "subCategoryId" from product_family f
    where f.id = ${id} and f.seller_id = ${sellerId}`)
  if (!row) return undefined
  const members = await db.query<OwnFamilyRow['members'][number]>(sql`
    select ${choiceColumns}, array_remove(array[m.value_1, m.value_2, m.value_3], null) as values, p.on_sale as "onSale"
    from family_member m join goods p on p.id = m.product_id where m.family_id = ${id} order by m.place`)
  return { ...row, members }
}

interface ChoiceFilter {
  sellerId: string
  words: readonly string[]
  subcategoryId: number | undefined
}

const isChoice = ({ sellerId, words, subcategoryId }: ChoiceFilter): Sql => sql`
    p.seller_id = ${sellerId} and p.deleted_at is null and not exists (select from family_member m where m.product_id = p.id)
    ${words.reduce((all, word) => sql`${all} and strpos(p.search_text, (select ${plainText(sql`${word}::text`)})) > 0`, emptySql)}
    ${subcategoryId === undefined ? emptySql : sql`and p.subcategory_id = ${subcategoryId}`}`

export async function choicesOf(
  db: Queryable,
  filter: ChoiceFilter,
  limit: number,
  before: string,
): Promise<ChoiceRow[]> {
  return db.query(sql`
    select ${choiceColumns} from goods p where ${isChoice(filter)} and p.id < ${before} order by p.id desc limit ${limit}`)
}

export const countChoices = (db: Queryable, filter: ChoiceFilter): Promise<number> =>
  countRows(db, sql`select from product p where ${isChoice(filter)}`)

interface NamedFamily {
  id: string
  options: FamilyOption[]
  sameThing: boolean
}

/**
 * The oldest family of this seller with this name in any case, one with members before one without. Until the transaction ends it is
 * locked, and nobody else's import can make one with the name.
 */
export async function lockNamedFamily(
  tx: Tx,
  sellerId: string,
  name: string,
): Promise<NamedFamily | undefined> {
  await tx.query(
    sql`select pg_advisory_xact_lock(hashtextextended(${`family ${sellerId} ${name.toLowerCase()}`}, 0))`,
  )
  const [row] = await tx.query<NamedFamily>(sql`
    select id, options, same_thing as "sameThing" from product_family where seller_id = ${sellerId} and lower(name) = lower(${name})
    order by exists (select from family_member where family_id = product_family.id) desc, id limit 1 for no key update`)
  return row
}

/** Where each of these products is in a family. */
export async function placesOf(
  db: Queryable,
  productIds: readonly string[],
): Promise<
  { productId: string; familyId: string; name: string; options: FamilyOption[]; values: string[] }[]
> {
  return db.query(sql`
    select m.product_id as "productId", f.id as "familyId", f.name, f.options,
      array_remove(array[m.value_1, m.value_2, m.value_3], null) as values
    from family_member m join product_family f on f.id = m.family_id where m.product_id = any(${productIds}::uuid[])`)
}

/** At the first free place of the family, or at its own. */
export async function putMember(
  tx: Tx,
  familyId: string,
  productId: string,
  values: readonly string[],
): Promise<void> {
  await tx.query(sql`
    insert into family_member (product_id, family_id, place, value_1, value_2, value_3)
    select ${productId}, ${familyId}, min(n), ${values[0] ?? null}, ${values[1] ?? null}, ${values[2] ?? null}
    from generate_series(1, ${familyLimits.members}::int + 1) as n where not exists (
      select from family_member m where m.family_id = ${familyId} and m.place = n and m.product_id <> ${productId})
    on conflict (product_id) do update set value_1 = excluded.value_1, value_2 = excluded.value_2, value_3 = excluded.value_3`)
}
