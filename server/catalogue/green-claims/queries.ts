/** SQL of green claims. Statements for sellers name the owner beside the row, so that they find no other seller's claim. */
import type { ClaimFigures } from '../../../contract/green-claim.ts'
import { greenClaimLimits } from '../../../contract/catalogue-limits.ts'
import {
  type Covers,
  endTold,
  type EvidenceCode,
  greenClaimStates,
  type GreenClaimState,
} from '../../../contract/green-claim-list.ts'
import type { Queryable, Readable, Tx } from '../../platform/db/client.ts'
import { singleRow } from '../../platform/db/client.ts'
import { countedState, type StateCount } from '../../platform/db/count-states.ts'
import { containing } from '../../platform/db/like.ts'
import { countRows } from '../../platform/db/count-rows.ts'
import { emptySql, type Sql, sql } from '../../platform/db/sql.ts'
import { plainText } from '../search/search-document.ts'

/** What a seller writes. */
export interface WrittenClaim {
  code: string | null
  wording: string
  covers: Covers
  part: string | null
  evidenceKind: EvidenceCode
  /** Null for a declaration: the seller's company. */
  issuer: string | null
  number: string | null
  issuedOn: string
  expiresOn: string | null
  documentKey: string | null
  link: string | null
}

export interface ClaimRow {
  id: string
  state: GreenClaimState
  code: string | null
  wording: string
  covers: Covers
  part: string | null
  evidenceKind: EvidenceCode
  issuer: string
  number: string | null
  issuedOn: string
  expiresOn: string | null
  documentKey: string | null
  documentShown: boolean
  link: string | null
  reason: string | null
  stateAt: Date
  replaces: string | null
  products: number
  version: number
  steps: { state: GreenClaimState; reason: string | null; at: string }[]
}

/** Of a claim `c`. A product that was deleted does not count. */
const claimColumns = sql`c.id, c.state, c.code, c.wording, c.covers, c.part, c.evidence_kind as "evidenceKind", c.issuer,
    c.certificate_number as "number", c.issued_on::text as "issuedOn", c.expires_on::text as "expiresOn",
    c.document_key as "documentKey", c.document_shown as "documentShown", c.link, c.reason, c.state_at as "stateAt", c.replaces,
    c.version, (select count(*) from green_claim_product l join product p on p.id = l.product_id
      where l.claim_id = c.id and p.deleted_at is null) as products,
    (select coalesce(json_agg(json_build_object('state', s.state, 'reason', s.reason, 'at', s.at) order by s.version), '[]')
      from green_claim_step s where s.claim_id = c.id) as steps`

const issuerOf = (sellerId: string, issuer: string | null): Sql =>
  sql`coalesce(${issuer}::text, (select left(company_name, 120) from company where id = ${sellerId}))`

export async function insertClaim(tx: Tx, id: string, sellerId: string, c: WrittenClaim): Promise<void> {
  await tx.query(sql`
    insert into green_claim (id, seller_id, code, wording, covers, part, evidence_kind, issuer, certificate_number, issued_on,
      expires_on, document_key, link)
    values (${id}, ${sellerId}, ${c.code}, ${c.wording}, ${c.covers}, ${c.part}, ${c.evidenceKind},
      ${issuerOf(sellerId, c.issuer)}, ${c.number}, ${c.issuedOn}::date, ${c.expiresOn}::date, ${c.documentKey}, ${c.link})`)
}

export async function updateClaim(tx: Tx, id: string, sellerId: string, c: WrittenClaim): Promise<void> {
  await tx.query(sql`
    update green_claim set code = ${c.code}, wording = ${c.wording}, covers = ${c.covers}, part = ${c.part},
      evidence_kind = ${c.evidenceKind}, issuer = ${issuerOf(sellerId, c.issuer)}, certificate_number = ${c.number},
      issued_on = ${c.issuedOn}::date, expires_on = ${c.expiresOn}::date, document_key = ${c.documentKey}, link = ${c.link},
      document_shown = document_shown and document_key is not distinct from ${c.documentKey}
    where id = ${id} and seller_id = ${sellerId}`)
}

/** A draft with what another claim of the seller says and its products. Of an accepted one it takes the place later. */
export async function copyClaim(tx: Tx, id: string, sellerId: string, from: string): Promise<void> {
  await tx.query(sql`
    insert into green_claim (id, seller_id, code, wording, covers, part, evidence_kind, issuer, certificate_number, issued_on,
      expires_on, document_key, link, replaces)
    select ${id}, seller_id, code, wording, covers, part, evidence_kind, issuer, certificate_number, issued_on, expires_on,
      document_key, link, case when state = 'accepted' then id end
    from green_claim where id = ${from} and seller_id = ${sellerId}`)
  await tx.query(sql`
    insert into green_claim_product (claim_id, product_id)
    select ${id}, l.product_id from green_claim_product l join product p on p.id = l.product_id
    where l.claim_id = ${from} and p.deleted_at is null`)
}

/** A claim of this seller, locked until the transaction ends. */
export async function lockClaim(
  tx: Tx,
  sellerId: string,
  id: string,
): Promise<{ state: GreenClaimState; documentKey: string | null } | undefined> {
  const [row] = await tx.query<{ state: GreenClaimState; documentKey: string | null }>(sql`
    select state, document_key as "documentKey" from green_claim
    where id = ${id} and seller_id = ${sellerId} for no key update`)
  return row
}

/** The caller has locked the claim. The database refuses moves that there are not. */
export async function moveClaim(tx: Tx, id: string, state: GreenClaimState): Promise<void> {
  await tx.query(sql`update green_claim set state = ${state}, reason = null where id = ${id}`)
}

export async function setDocumentShown(tx: Tx, id: string, shown: boolean): Promise<void> {
  await tx.query(sql`update green_claim set document_shown = ${shown} where id = ${id}`)
}

/** Products of other sellers and deleted ones are passed over. Returns how many products the claim has. */
export async function changeProducts(
  tx: Tx,
  { id, sellerId }: { id: string; sellerId: string },
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<number> {
  if (remove.length > 0)
    await tx.query(sql`
      delete from green_claim_product where claim_id = ${id} and product_id = any(${remove}::uuid[])`)
  if (add.length > 0)
    await tx.query(sql`
      insert into green_claim_product (claim_id, product_id)
      select ${id}, id from product
      where id = any(${add}::uuid[]) and seller_id = ${sellerId} and deleted_at is null
      on conflict do nothing`)
  return singleRow(
    await tx.query<{ count: number }>(
      sql`select count(*) as count from green_claim_product where claim_id = ${id}`,
    ),
  ).count
}

export async function isDocumentUsed(tx: Queryable, key: string): Promise<boolean> {
  return (await tx.query(sql`select from green_claim where document_key = ${key} limit 1`)).length > 0
}

interface OwnFilter {
  sellerId: string
  state?: GreenClaimState | undefined
}

const isOwn = ({ sellerId, state }: OwnFilter): Sql =>
  sql`c.seller_id = ${sellerId} ${state ? sql`and c.state = ${state}` : emptySql}`

export async function ownClaims(
  db: Queryable,
  filter: OwnFilter,
  limit: number,
  before: string,
): Promise<ClaimRow[]> {
  return db.query(sql`
    select ${claimColumns} from green_claim c where ${isOwn(filter)} and c.id < ${before}
    order by c.id desc limit ${limit}`)
}

export async function countOwnByState(db: Queryable, sellerId: string): Promise<StateCount[]> {
  const counted = (state: GreenClaimState) =>
    countedState(state, sql`from green_claim c where ${isOwn({ sellerId, state })}`)
  return db.query<StateCount>(
    greenClaimStates
      .slice(1)
      .reduce((all, state) => sql`${all} union all ${counted(state)}`, counted(greenClaimStates[0])),
  )
}

export async function countOwnClaims(db: Queryable, filter: OwnFilter): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      sql`select count(*) as count from green_claim c where ${isOwn(filter)}`,
    ),
  ).count
}

export async function findOwnClaim(
  db: Queryable,
  sellerId: string,
  id: string,
): Promise<ClaimRow | undefined> {
  const [row] = await db.query<ClaimRow>(sql`
    select ${claimColumns} from green_claim c where c.id = ${id} and c.seller_id = ${sellerId}`)
  return row
}

export interface PickRow {
  id: string
  name: string
  attached: boolean
}

interface PickFilter {
  claimId: string
  sellerId: string
  words: readonly string[]
  attachedOnly: boolean
}

const isAttached = (claimId: string): Sql =>
  sql`exists (select from green_claim_product l where l.claim_id = ${claimId} and l.product_id = p.id)`

// Each word in a subquery: otherwise it would be normalised again for every row.
const canBePicked = ({ claimId, sellerId, words, attachedOnly }: PickFilter): Sql => sql`
    p.seller_id = ${sellerId} and p.deleted_at is null ${attachedOnly ? sql`and ${isAttached(claimId)}` : emptySql}
    ${words.reduce((all, word) => sql`${all} and strpos(p.search_text, (select ${plainText(sql`${word}::text`)})) > 0`, emptySql)}`

export async function productsToPick(
  db: Queryable,
  filter: PickFilter,
  limit: number,
  before: string,
): Promise<PickRow[]> {
  return db.query(sql`
    select p.id, p.name, ${isAttached(filter.claimId)} as attached from product p
    where ${canBePicked(filter)} and p.id < ${before} order by p.id desc limit ${limit}`)
}

export async function countToPick(db: Queryable, filter: PickFilter): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      sql`select count(*) as count from product p where ${canBePicked(filter)}`,
    ),
  ).count
}

/** The document of a claim that some product's page shows with it. */
export async function findShownDocument(db: Queryable, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ key: string }>(sql`
    select s.document_key as key from shown_green_claim s
    where s.id = ${id} and s.document_key is not null
      and exists (select from goods_on_sale p where p.id = s.product_id) limit 1`)
  return row?.key
}

export interface ReviewRow extends ClaimRow {
  /** When it came into its state, to the microsecond. */
  at: string
  productNames: string[]
  company: string
  email: string
}

interface ReviewFilter {
  state: GreenClaimState
  q?: string | undefined
}

/** A review shows the name of every product. */
const namesShown = greenClaimLimits.greenClaimProductsMax

const isSearched = ({ state, q }: ReviewFilter): Sql => {
  const like = q && containing(q)
  return sql`c.state = ${state} ${
    like
      ? sql`and (s.company_name ilike ${like} or s.email ilike ${like} or c.certificate_number ilike ${like})`
      : emptySql
  }`
}

/** The oldest first while they wait, the newest otherwise. `after`: the last row of the page before. */
export async function claimsToReview(
  db: Queryable,
  filter: ReviewFilter,
  limit: number,
  after: { at: string; id: string } | undefined,
): Promise<ReviewRow[]> {
  const waiting = filter.state === 'submitted'
  const beyond = (last: { at: string; id: string }) =>
    waiting
      ? sql`and (c.state_at, c.id) > (${last.at}::timestamptz, ${last.id}::uuid)`
      : sql`and (c.state_at, c.id) < (${last.at}::timestamptz, ${last.id}::uuid)`
  return db.query(sql`
    select ${claimColumns}, to_char(c.state_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, s.company_name as company, s.email,
      array(select p.name from green_claim_product l join product p on p.id = l.product_id
        where l.claim_id = c.id and p.deleted_at is null order by p.name, p.id limit ${namesShown}) as "productNames"
    from green_claim c join seller_party s on s.id = c.seller_id
    where ${isSearched(filter)} ${after ? beyond(after) : emptySql}
    order by ${waiting ? sql`c.state_at, c.id` : sql`c.state_at desc, c.id desc`} limit ${limit}`)
}

export const countToReview = (db: Queryable, filter: ReviewFilter): Promise<number> =>
  countRows(
    db,
    sql`select from green_claim c join seller_party s on s.id = c.seller_id where ${isSearched(filter)}`,
  )

export async function countClaimsByState(db: Queryable): Promise<StateCount[]> {
  const counted = (state: GreenClaimState) =>
    countedState(state, sql`from green_claim c where c.state = ${state}`)
  return db.query<StateCount>(
    greenClaimStates
      .slice(1)
      .reduce((all, state) => sql`${all} union all ${counted(state)}`, counted(greenClaimStates[0])),
  )
}

/** What a mail about a claim says. */
export interface ToldClaim {
  id: string
  sellerId: string
  version: number
  wording: string
  company: string
  email: string
  expiresOn: string | null
}
const toldColumns = sql`c.id, c.seller_id as "sellerId", c.version, c.wording, s.company_name as company, s.email, c.expires_on::text as "expiresOn"`

/**
 * Moves a claim from the state and version that was read; undefined where it changed since. The row is locked by it, so that of
 * two decisions one finds it.
 */
export async function decideClaimRow(
  tx: Tx,
  read: { id: string; version: number; states: readonly GreenClaimState[] },
  to: { state: GreenClaimState; reason: string | null },
): Promise<(ToldClaim & { replaces: string | null }) | undefined> {
  const [row] = await tx.query<ToldClaim & { replaces: string | null }>(sql`
    update green_claim c set state = ${to.state}, reason = ${to.reason} from seller_party s
    where c.id = ${read.id} and c.version = ${read.version} and c.state = any(${read.states}::text[]) and s.id = c.seller_id
    returning ${toldColumns}, c.replaces`)
  return row
}

/** Also one that waits for a review again. */
export async function withdrawReplaced(tx: Tx, id: string): Promise<void> {
  await tx.query(
    sql`update green_claim set state = 'withdrawn' where id = ${id} and state in ('accepted', 'submitted')`,
  )
}

/** The claims of a product that came into review in this transaction. */
export async function reviewedAgain(tx: Tx, productId: string): Promise<(ToldClaim & { reason: string })[]> {
  return tx.query(sql`
    select ${toldColumns}, c.reason from green_claim c join seller_party s on s.id = c.seller_id
    join green_claim_product l on l.claim_id = c.id
    where l.product_id = ${productId} and c.state = 'submitted' and c.state_at = now() and c.reason is not null`)
}

/** A claim whose last day is over counts as expired before the timer writes it down. */
export async function countClaims(db: Readable): Promise<ClaimFigures> {
  return singleRow(
    await db.query<ClaimFigures>(sql`
    select count(*) filter (where state = 'accepted' and not over) as accepted, count(*) filter (where state = 'submitted') as waiting,
      count(*) filter (where state = 'refused') as refused,
      count(*) filter (where state = 'expired' or state = 'accepted' and over) as expired
    from (select state, coalesce(expires_on < india_today(), false) as over from green_claim) as c`),
  )
}

/** Ends at most `limit` claims whose last day is over. */
export async function expireRows(tx: Tx, limit: number): Promise<ToldClaim[]> {
  return tx.query(sql`
    update green_claim c set state = 'expired' from seller_party s
    where s.id = c.seller_id and c.id in (
      select id from green_claim where state = 'accepted' and expires_on < india_today()
      order by expires_on limit ${limit} for no key update of green_claim skip locked)
    returning ${toldColumns}`)
}

/** Marks at most `limit` claims as announced that end within `endTold.first` days, once more within `endTold.again`. */
export async function announceRows(tx: Tx, limit: number): Promise<(ToldClaim & { days: number })[]> {
  const first = sql`${endTold.first}::int`
  const again = sql`${endTold.again}::int`
  return tx.query(sql`
    update green_claim c
    set told_days = case when c.expires_on - india_today() <= ${again} then ${again} else ${first} end
    from seller_party s
    where s.id = c.seller_id and c.id in (
      select id from green_claim
      where state = 'accepted' and expires_on between india_today() and india_today() + ${first}
        and (told_days is null or told_days > ${again} and expires_on - india_today() <= ${again})
      order by expires_on limit ${limit} for no key update of green_claim skip locked)
    returning ${toldColumns}, c.expires_on - india_today() as days`)
}

/** Deletes at most `limit` claims that ended three years ago, and drafts that nobody touched for a year; returns their documents. */
export async function deleteOldRows(tx: Tx, limit: number): Promise<{ documentKey: string | null }[]> {
  return tx.query(sql`
    delete from green_claim where id in (
      select id from green_claim
      where state <> 'accepted' and state_at < now() - interval '1 year' and (state in ('drafted', 'refused')
        or state in ('expired', 'withdrawn') and state_at < now() - interval '3 years')
      order by state_at limit ${limit} for update skip locked)
    returning document_key as "documentKey"`)
}
