/** SQL of the demo shop: one statement for each table, with the rows as one JSON value. */
import { undertakingVersion } from '../../contract/seller.ts'
import { undertakingWords } from '../../contract/seller-undertaking.ts'
import { searchDocument } from '../../server/catalogue/search/search-document.ts'
import type { Tx } from '../../server/platform/db/client.ts'
import { sql } from '../../server/platform/db/sql.ts'

export interface AddressRow {
  id: string
  street: string
  city: string
  state: string
  pinCode: string
  isDefault: boolean
}

export interface SellerRow {
  accountId: string
  companyName: string
  gst: string
  mobile: string
  buildingNo: string
  street: string
  landmark: string
  pinCode: string
  city: string
  state: string
  fullName: string
  bankAccountSealed: string
  bankAccountLast4: string
  ifsccode: string
  story: string
}

export interface CategoryRow {
  name: string
  subcategories: { name: string; imageUrl: string }[]
}

export interface ProductRow {
  id: string
  sellerId: string
  category: string
  subcategory: string
  name: string
  pricePaise: number
  description: string
  details: string
  units: number
  heightCm: number
  lengthCm: number
  widthCm: number
  weightGrams: number
  hsnCode: string | null
  images: string[]
}

export async function insertAddresses(
  tx: Tx,
  customerId: string,
  rows: readonly AddressRow[],
): Promise<void> {
  await tx.query(sql`
    insert into address (id, customer_id, street, city, state, pin_code, is_default)
    select id, ${customerId}, street, city, state, "pinCode", "isDefault"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, street text, city text, state text, "pinCode" text, "isDefault" boolean)`)
}

export async function insertSellers(tx: Tx, rows: readonly SellerRow[]): Promise<void> {
  await tx.query(sql`
    insert into seller (account_id, company_name, gst, mobile, building_no, street, landmark, pin_code, city, state,
      bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code, story, approval)
    select "accountId", "companyName", gst, mobile, "buildingNo", street, landmark, "pinCode", city, state,
      "fullName", "bankAccountSealed", "bankAccountLast4", ifsccode, story, 'approved'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("accountId" uuid, "companyName" text, gst text, mobile text,
      "buildingNo" text, street text, landmark text, "pinCode" text, city text, state text, "fullName" text,
      "bankAccountSealed" text, "bankAccountLast4" text, ifsccode text, story text)`)
  await tx.query(sql`
    insert into seller_undertaking (seller_id, version, words)
    select id, ${undertakingVersion}, ${undertakingWords} from unnest(${rows.map((row) => row.accountId)}::uuid[]) as r (id)`)
}

/** Ids grow in the order of the rows. */
export async function insertCategories(tx: Tx, rows: readonly CategoryRow[]): Promise<void> {
  await tx.query(sql`
    insert into category (name) select name from unnest(${rows.map((row) => row.name)}::text[]) with ordinality as r (name, place) order by place`)
  const flat = rows.flatMap((row) =>
    row.subcategories.map((subcategory) => ({ ...subcategory, category: row.name })),
  )
  await tx.query(sql`
    insert into subcategory (category_id, name, image_url)
    select c.id, r.name, r.image_url
    from unnest(${flat.map((row) => row.category)}::text[], ${flat.map((row) => row.name)}::text[], ${flat.map((row) => row.imageUrl)}::text[])
      with ordinality as r (category, name, image_url, place)
    join category c on c.name = r.category order by r.place`)
}

export async function insertProducts(tx: Tx, rows: readonly ProductRow[]): Promise<void> {
  await tx.query(sql`
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
      height_cm, length_cm, width_cm, weight_grams, hsn_code, images, search, search_text)
    select r.id, r."sellerId", b.category_id, b.id, r.name, r."pricePaise", r.description, r.details, r.units,
      r."heightCm", r."lengthCm", r."widthCm", r."weightGrams", r."hsnCode", array(select jsonb_array_elements_text(r.images)),
      ${searchDocument({
        name: sql`r.name`,
        subcategory: sql`b.name`,
        category: sql`c.name`,
        company: sql`s.company_name`,
        description: sql`r.description`,
        claims: sql`''`,
        attributes: sql`''`,
      })}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "sellerId" uuid, category text, subcategory text,
      name text, "pricePaise" bigint, description text, details text, units int, "heightCm" numeric, "lengthCm" numeric,
      "widthCm" numeric, "weightGrams" numeric, "hsnCode" text, images jsonb)
    join category c on c.name = r.category
    join subcategory b on b.category_id = c.id and b.name = r.subcategory
    join seller s on s.account_id = r."sellerId"`)
}

interface ReviewRow {
  id: string
  productId: string
  stars: number
  words: string
  daysAgo: number
  byDemoBuyer?: true
  answer?: string
}

/** The triggers of `review` count the ratings. */
export async function insertReviews(tx: Tx, buyerId: string, rows: readonly ReviewRow[]): Promise<void> {
  await tx.query(sql`
    insert into review (id, product_id, seller_id, customer_id, order_id, stars, words, created_at, updated_at, answer, answered_at)
    select r.id, p.id, p.seller_id, case when r."byDemoBuyer" then ${buyerId}::uuid end,
      case when r."byDemoBuyer" then (select o.id from orders o where o.product_id = p.id and o.customer_id = ${buyerId}
        order by o.id desc limit 1) end,
      r.stars, r.words, t.at, t.at, r.answer, case when r.answer is not null then t.at + interval '20 hours' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "productId" uuid, stars int, words text,
      "daysAgo" int, "byDemoBuyer" boolean, answer text)
    join product p on p.id = r."productId" cross join lateral (select now() - r."daysAgo" * interval '1 day' as at) t
    order by r.id`)
}

interface QuestionRow {
  id: string
  productId: string
  words: string
  daysAgo: number
  answer?: string
  byDemoBuyer?: true
}

export async function insertQuestions(tx: Tx, buyerId: string, rows: readonly QuestionRow[]): Promise<void> {
  await tx.query(sql`
    insert into question (id, product_id, seller_id, edition, customer_id, words, created_at, answer, answered_at, answer_no)
    select q.id, p.id, p.seller_id, p.edition, case when q."byDemoBuyer" then ${buyerId}::uuid end, q.words, t.at, q.answer,
      case when q.answer is not null then t.at + interval '5 hours' end, case when q.answer is null then 0 else 1 end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as q (id uuid, "productId" uuid, words text, "daysAgo" int,
      "byDemoBuyer" boolean, answer text)
    join product p on p.id = q."productId" cross join lateral (select now() - q."daysAgo" * interval '1 day' as at) t`)
}
