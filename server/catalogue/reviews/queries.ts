/** SQL of reviews: writing, voting, answering, taking down, and the lists. The triggers of `review` keep the ratings. */
import { type ReviewFault, type ReviewSort, reviewLimits } from '../../../contract/review-words.ts'
import { type Queryable, type Readable, singleRow, type Tx } from '../../platform/db/client.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import type { ListPosition } from '../products/list-cursor.ts'
import { type Neighbours, ringDays } from './rules.ts'

export interface ReviewInput {
  stars: number
  words: string
  imageUrls: readonly string[]
  anonymous: boolean
}

/** An order of a customer, by its id or by its number. */
type WantedOrder = { id: string } | { number: string }

const isWanted = (order: WantedOrder) =>
  'id' in order ? sql`o.id = ${order.id}` : sql`o.number = ${order.number}`

export interface OrderToReview {
  orderId: string
  number: string
  sellerId: string
  productId: string
  productName: string
  productImage: string
  placeKey: string
  received: boolean
  refunded: boolean
  /** It went to the address of its seller. */
  toSeller: boolean
}

/** An order of this customer, received or not. */
export async function findOrderToReview(
  db: Queryable,
  customerId: string,
  order: WantedOrder,
): Promise<OrderToReview | undefined> {
  const [row] = await db.query<OrderToReview>(sql`
    select o.id as "orderId", o.number, o.seller_id as "sellerId", o.product_id as "productId", o.product_name as "productName",
      p.images[1] as "productImage", o.place_key as "placeKey", o.received, o.refunded,
      o.to_seller as "toSeller"
    from order_to_review o join product p on p.id = o.product_id
    where ${isWanted(order)} and o.customer_id = ${customerId}`)
  return row
}

interface OwnReview extends Omit<ReviewInput, 'imageUrls'> {
  id: string
  productId: string
  imageUrls: string[]
  removed: boolean
  writtenAt: Date
}

const ownColumns = sql`id, product_id as "productId", stars, words, image_urls as "imageUrls", is_anonymous as anonymous,
      removed_at is not null as removed, coalesce(edited_at, created_at) as "writtenAt"`

export async function findOwnReview(
  db: Queryable,
  customerId: string,
  productId: string,
): Promise<OwnReview | undefined> {
  const [row] = await db.query<OwnReview>(sql`
    select ${ownColumns} from review where customer_id = ${customerId} and product_id = ${productId}`)
  return row
}

export async function lockOwnReview(tx: Tx, customerId: string, id: string): Promise<OwnReview | undefined> {
  const [row] = await tx.query<OwnReview>(sql`
    select ${ownColumns} from review where id = ${id} and customer_id = ${customerId} for no key update`)
  return row
}

/** False where this customer has a review of the product; of two transactions the second one waits for the first. */
export async function insertReview(
  tx: Tx,
  id: string,
  customerId: string,
  order: OrderToReview,
  input: ReviewInput,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into review (id, product_id, seller_id, customer_id, order_id, stars, words, image_urls, is_anonymous)
    values (${id}, ${order.productId}, ${order.sellerId}, ${customerId}, ${order.orderId}, ${input.stars}, ${input.words},
      ${input.imageUrls}::text[], ${input.anonymous})
    on conflict (customer_id, product_id) do nothing returning 1`)
  return rows.length === 1
}

/** Keeps how the review was. False after `reviewLimits.edits` changes. */
export async function keepEdit(
  tx: Tx,
  { id, stars, words, imageUrls, writtenAt }: OwnReview,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into review_edit (review_id, no, stars, words, image_urls, written_at)
    select ${id}::uuid, count(*) + 1, ${stars}, ${words}, ${imageUrls}::text[], ${writtenAt}
    from review_edit where review_id = ${id} having count(*) < ${reviewLimits.edits} returning 1`)
  return rows.length === 1
}

export async function insertPhotos(tx: Tx, reviewId: string, keys: readonly string[]): Promise<void> {
  if (keys.length > 0)
    await tx.query(sql`insert into review_photo (key, review_id) select unnest(${keys}::text[]), ${reviewId}`)
}

/** The photos that are not among these addresses leave the review; returns their keys. */
export async function releasePhotos(
  tx: Tx,
  reviewId: string,
  keep: readonly string[] = [],
): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(sql`
    delete from review_photo where review_id = ${reviewId}
      and '/media/p/' || key || '/480.webp' <> all(${keep}::text[]) returning key`)
  return rows.map(({ key }) => key)
}

/**
 * A review that was ever reported waits for a person again: who reported it cannot do so twice. It is about the listing as it is now.
 */
export async function updateReview(tx: Tx, id: string, input: ReviewInput): Promise<void> {
  await tx.query(sql`
    update review set stars = ${input.stars}, words = ${input.words}, image_urls = ${input.imageUrls}::text[],
      is_anonymous = ${input.anonymous}, edited_at = now(), updated_at = now(),
      edition = (select p.edition from product p where p.id = product_id),
      waits_since = case when exists (select from review_report where review_id = ${id}) then coalesce(waits_since, now())
        else waits_since end
    where id = ${id}`)
}

/** Stores where a review came from, and counts the others of its product. */
export async function insertOrigin(
  tx: Tx,
  reviewId: string,
  { productId, placeKey }: OrderToReview,
  network: string | null,
): Promise<Neighbours> {
  const near = sql`from review_origin o where o.product_id = ${productId} and o.review_id <> ${reviewId}
      and o.written_at > now() - ${ringDays} * interval '1 day'`
  await tx.query(sql`
    insert into review_origin (review_id, product_id, place_key, network)
    values (${reviewId}, ${productId}, ${placeKey}, ${network})`)
  return singleRow(
    await tx.query<Neighbours>(sql`
      select (select count(*) from (select ${near} and o.place_key = ${placeKey} limit 100) as n) as "sameAddress",
        (select count(*) from (select ${near} and o.network = ${network}::text limit 100) as n) as "sameNetwork",
        (select count(*) from (select from review r where r.product_id = ${productId} and r.id <> ${reviewId}
          and r.created_at > now() - interval '1 day' order by r.id desc limit 100) as n) as "lastDay"`),
  )
}

/** The other reviews of a ring: they were written before anybody could know. Those that a person has looked at keep their flag. */
export async function flagNeighbours(
  tx: Tx,
  reviewId: string,
  { productId, placeKey }: OrderToReview,
  { network, flag }: { network: string | null; flag: 'same-address' | 'same-network' },
): Promise<void> {
  await tx.query(sql`
    update review r set flags = r.flags || ${flag}::text, waits_since = coalesce(r.waits_since, now()), updated_at = now()
    where r.id in (select o.review_id from review_origin o where o.product_id = ${productId}
        and case when ${flag} = 'same-address' then o.place_key = ${placeKey} else o.network = ${network}::text end
        and o.review_id <> ${reviewId} and o.written_at > now() - ${ringDays} * interval '1 day' limit 100)
      and r.removed_at is null and not ${flag} = any(r.flags)`)
}

/** Flags at most `limit` reviews whose orders were paid back since they were written, as long as origins are kept. */
export async function flagRefundedRows(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    update review r set flags = r.flags || 'refunded'::text, waits_since = coalesce(r.waits_since, now()), updated_at = now()
    where r.id in (select w.review_id from review_origin w join review q on q.id = w.review_id
        join order_to_review o on o.id = q.order_id
        where o.refunded and q.removed_at is null and not 'refunded' = any(q.flags) limit ${limit})
      and not 'refunded' = any(r.flags)
    returning 1`)
  return rows.length
}

export async function flagReview(tx: Tx, id: string, flags: readonly string[]): Promise<void> {
  await tx.query(
    sql`update review set flags = ${flags}::text[], waits_since = now(), updated_at = now() where id = ${id}`,
  )
}

interface ReviewState {
  customerId: string | null
  removed: boolean
  answered: boolean
}

/** A review that anybody may vote for or report, locked. */
export async function lockReview(tx: Tx, id: string): Promise<ReviewState | undefined> {
  const [row] = await tx.query<ReviewState>(sql`
    select customer_id as "customerId", removed_at is not null as removed, answer is not null as answered from review
    where id = ${id} for no key update`)
  return row
}

export async function setVote(tx: Tx, id: string, accountId: string, helpful: boolean): Promise<number> {
  await tx.query(
    helpful
      ? sql`insert into review_vote (review_id, account_id) values (${id}, ${accountId}) on conflict do nothing`
      : sql`delete from review_vote where review_id = ${id} and account_id = ${accountId}`,
  )
  return singleRow(await tx.query<{ helpful: number }>(sql`select helpful from review where id = ${id}`))
    .helpful
}

/** False where this account has reported the review, or its answer, before. */
export async function insertReport(
  tx: Tx,
  id: string,
  accountId: string,
  { about, reason, words }: { about: 'review' | 'answer'; reason: ReviewFault; words: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into review_report (review_id, account_id, about, reason, words)
    values (${id}, ${accountId}, ${about}, ${reason}, ${words})
    on conflict do nothing returning 1`)
  return rows.length === 1
}

/** What a seller may not answer: a review that was taken down, or one whose answer was, or was reported and waits for a person. */
interface Answerable {
  removed: boolean
  answerRemoved: boolean
  answerReported: boolean
}

/** Undefined for a review of another seller's product. */
export async function lockToAnswer(tx: Tx, sellerId: string, id: string): Promise<Answerable | undefined> {
  const [row] = await tx.query<Answerable>(sql`
    select removed_at is not null as removed, answer_removed_at is not null as "answerRemoved", waits_since is not null
        and exists (select from review_report p where p.review_id = review.id and p.about = 'answer') as "answerReported" from review
    where id = ${id} and seller_id = ${sellerId} for no key update`)
  return row
}

/** Writes or replaces the answer. One that was ever reported waits for a person again. */
export async function setAnswer(tx: Tx, id: string, words: string): Promise<void> {
  await tx.query(sql`
    update review set answer = ${words}, answered_at = now(), updated_at = now(),
      waits_since = case when exists (select from review_report where review_id = ${id} and about = 'answer')
        then coalesce(waits_since, now()) else waits_since end
    where id = ${id}`)
}

/** Nobody has to look at it any more. */
export async function endWait(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`update review set waits_since = null, updated_at = now() where id = ${id}`)
}

export async function removeReview(tx: Tx, id: string, reason: ReviewFault): Promise<void> {
  await tx.query(sql`
    update review set removed_for = ${reason}, removed_at = now(), image_urls = '{}', waits_since = null, updated_at = now()
    where id = ${id}`)
}

/** The review goes on waiting for a decision about itself, if it waits. */
export async function removeAnswer(tx: Tx, id: string, reason: ReviewFault): Promise<void> {
  await tx.query(sql`
    update review set answer = null, answered_at = null, answer_removed_for = ${reason}, answer_removed_at = now(),
      updated_at = now()
    where id = ${id}`)
}

export interface Reviewed {
  version: number
  edits: number
  waits: boolean
  removed: boolean
  answeredAt: Date | null
  productName: string
  /** Of the author; null for an erased account. */
  email: string | null
  sellerEmail: string
}

/** A review that is decided, locked: of two decisions the second one finds what the first one did. */
export async function lockReviewed(tx: Tx, id: string): Promise<Reviewed | undefined> {
  await tx.query(sql`select from review where id = ${id} for no key update`)
  const [row] = await tx.query<Reviewed>(sql`
    select r.version, (select count(*) from review_edit e where e.review_id = r.id) as edits, r.waits_since is not null as waits,
      r.removed_at is not null as removed, r.answered_at as "answeredAt", p.name as "productName", b.email, s.email as "sellerEmail"
    from review r join product p on p.id = r.product_id join seller_party s on s.id = r.seller_id
    left join buyer b on b.id = r.customer_id where r.id = ${id}`)
  return row
}

export interface ShownRow {
  id: string
  stars: number | null
  words: string | null
  imageUrls: string[]
  firstName: string | null
  initial: string | null
  at: Date
  editedAt: Date | null
  helpful: number
  answer: string | null
  answeredAt: Date | null
  removed: ReviewFault | null
  answerRemoved: ReviewFault | null
  earlierListing: boolean
  /** What was reviewed, of a family whose reviews are shown together. */
  options: string[] | null
  /** Where it stands in its list. */
  place: number
}

const shownColumns = (
  place: Sql,
) => sql`r.id, r.stars, r.words, r.image_urls as "imageUrls", r.first_name as "firstName", r.initial,
      r.created_at as at, r.edited_at as "editedAt", r.helpful, r.answer, r.answered_at as "answeredAt",
      r.removed_for as removed, r.answer_removed_for as "answerRemoved", r.of_earlier_listing as "earlierListing",
      (select array_remove(array[m.value_1, m.value_2, m.value_3], null) from family_member m
        join product_family f on f.id = m.family_id where m.product_id = r.product_id and f.same_thing) as options, ${place} as place`

/** Each order is that of an index. */
const orders: Record<ReviewSort, { place: Sql; by: Sql; after: (last: ListPosition) => Sql }> = {
  helpful: {
    place: sql`r.helpful`,
    by: sql`r.helpful desc, r.id desc`,
    after: ({ value, id }) => sql`and (r.helpful, r.id) < (${value}, ${id})`,
  },
  newest: { place: sql`0`, by: sql`r.id desc`, after: ({ id }) => sql`and r.id < ${id}` },
  lowest: {
    place: sql`r.sorted_stars`,
    by: sql`r.sorted_stars, r.id`,
    after: ({ value, id }) => sql`and (r.sorted_stars, r.id) > (${value}, ${id})`,
  },
}

const isOnSale = (productId: string) => sql`exists (select from goods_on_sale p where p.id = ${productId})`

/**
 * One page of the reviews of a product, with those of a family that is the same thing but for its options: a page of each member
 * from its index, merged. None of a product that is not on sale.
 */
export async function reviewsOfProduct(
  db: Readable,
  productId: string,
  sort: ReviewSort,
  limit: number,
  after: ListPosition | undefined,
): Promise<ShownRow[]> {
  const order = orders[sort]
  return db.query(sql`
    select ${shownColumns(order.place)} from reviewed_together(${productId}) as t (id), lateral (
      select r.* from shown_review r where r.product_id = t.id ${after ? order.after(after) : emptySql} order by ${order.by} limit ${limit}
    ) as r
    where ${isOnSale(productId)} order by ${order.by} limit ${limit}`)
}

/** With those that were taken down: they stand in the list, too. None of a product that is not on sale. */
export async function countReviewsOfProduct(db: Readable, productId: string): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select coalesce((select p.rating_count
        + (select count(*) from review r where r.product_id in (select t from reviewed_together(${productId}) t)
          and r.removed_at is not null)
        from product p where p.id = ${productId} and ${isOnSale(productId)}), 0) as count`),
  ).count
}

export interface ProductReviewRow extends ShownRow {
  productId: string
  productName: string
  productImage: string
}

const withProduct = sql`${shownColumns(sql`0`)}, p.id as "productId", p.name as "productName", p.images[1] as "productImage"
    from shown_review r join product p on p.id = r.product_id`

/** Undefined where its product is not on sale. */
export async function findShownReview(db: Readable, id: string): Promise<ProductReviewRow | undefined> {
  const [row] = await db.query<ProductReviewRow>(
    sql`select ${withProduct} where r.id = ${id} and exists (select from goods_on_sale g where g.id = p.id)`,
  )
  return row
}

interface SellerFilter {
  sellerId: string
  unanswered: boolean
}

const ofSeller = ({ sellerId, unanswered }: SellerFilter) => sql`r.seller_id = ${sellerId}
      ${unanswered ? sql`and r.unanswered` : emptySql}`

export async function reviewsOfSeller(
  db: Queryable,
  filter: SellerFilter,
  limit: number,
  before: string,
): Promise<ProductReviewRow[]> {
  return db.query(sql`
    select ${withProduct} where ${ofSeller(filter)} and r.id < ${before} order by r.id desc limit ${limit}`)
}

export const countReviewsOfSeller = (db: Queryable, filter: SellerFilter): Promise<number> =>
  countRows(db, sql`select from shown_review r where ${ofSeller(filter)}`)

/** The name of a customer as their reviews show it. */
export async function findAuthor(
  db: Queryable,
  customerId: string,
): Promise<{ firstName: string; initial: string }> {
  return singleRow(
    await db.query<{ firstName: string; initial: string }>(
      sql`select first_name as "firstName", left(last_name, 1) as initial from buyer where id = ${customerId}`,
    ),
  )
}
