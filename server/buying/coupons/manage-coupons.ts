/** Sellers make coupons for their own products, administrators those of the shop; a seller agrees to bear a part of one. */
import type { AdminCoupon } from '../../../contract/admin-coupons.ts'
import type { Fact } from '../../../contract/approvals.ts'
import type { Coupon } from '../../../contract/coupon.ts'
import type { SellersCouponInput, ShopsCouponInput } from '../../../contract/coupon-forms.ts'
import { dayInWords } from '../../../contract/day-in-words.ts'
import { formatRupees, paise, rupees } from '../../../contract/money.ts'
import { listCategories } from '../../catalogue/categories/list-categories.ts'
import { record } from '../../people/audit/record.ts'
import { findSellerByEmail } from '../../people/sellers/find-seller-by-email.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { compactIdCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { type CallFacts, requireAsAsked } from '../../platform/second-person.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueCouponAskedMail } from './mails.ts'
import {
  countCoupons,
  type CouponFilter,
  type CouponRow,
  insertCoupon,
  isTaken,
  listCouponRows,
  lockCoupon,
  type NewCoupon,
  setAnswer,
  setStopped,
} from './queries.ts'

const rupeesOrNull = (amount: number | null) => (amount === null ? null : rupees(amount))

const toCoupon = (row: CouponRow): Coupon => ({
  id: row.id,
  code: row.code,
  madeBy: row.madeBy,
  state: row.state,
  percent: row.percent,
  amount: rupeesOrNull(row.amountPaise),
  most: rupeesOrNull(row.mostPaise),
  minimum: rupees(row.minimumPaise),
  categoryId: row.categoryId,
  firstOrder: row.firstOrder,
  once: row.once,
  uses: row.uses,
  totalUses: row.totalUses,
  startsOn: row.startsOn,
  endsOn: row.endsOn,
  sellerShare: row.sellerShareBp / 100,
})

/** Refuses ('invalid') a malformed cursor. */
export const listSellersCoupons = (shop: Shop, sellerId: string, query: PageRequest): Promise<Page<Coupon>> =>
  listOf(shop, query, { sellerId }, toCoupon)

export const listCoupons = (
  shop: Shop,
  query: PageRequest & { q?: string | undefined; show: 'shop' | 'all' },
): Promise<Page<AdminCoupon>> =>
  listOf(shop, query, { shopOnly: query.show === 'shop', begin: query.q }, (row) => ({
    ...toCoupon(row),
    seller: row.seller,
  }))

const listOf = <Item>(
  { db }: Shop,
  query: PageRequest,
  filter: CouponFilter,
  toItem: (row: CouponRow) => Item,
): Promise<Page<Item>> =>
  keysetPage(query, compactIdCursor, {
    rows: (limit, before) => listCouponRows(db, filter, limit, before),
    count: () => countCoupons(db, filter),
    toItem,
  })

/** Refuses: not-found for an unknown category; conflict for a code that is taken, and for one coupon too many. */
export async function addSellersCoupon(
  shop: Shop,
  sellerId: string,
  input: SellersCouponInput,
): Promise<void> {
  await requireCategory(shop, input.categoryId)
  await shop.db.transaction(async (tx) => {
    await insert(tx, { ...toRow(input), madeBy: 'seller', sellerId, sellerShareBp: 10_000 })
  })
}

/** The same, and not-found for an unknown seller. */
export async function addShopsCoupon(shop: Shop, input: ShopsCouponInput): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await requireAsAsked(tx)
    const { sellerId } = await subjectOf(shop, tx, input)
    const row: NewCoupon = {
      ...toRow(input),
      madeBy: 'shop',
      sellerId,
      sellerShareBp: Math.round(input.sellerShare * 100),
    }
    await insert(tx, row)
    if (sellerId !== null && row.sellerShareBp > 0)
      await queueCouponAskedMail(shop, tx, sellerId, row, discountInWords(input))
    await record(tx, 'coupon-made', {
      target: { kind: 'coupon', id: row.id, name: row.code },
      note: `${discountInWords(input)}, ${row.totalUses} uses, until ${row.endsOn}`,
    })
  })
}

/** What a second administrator has to know. Refuses as `addShopsCoupon` does. */
export async function newCouponFacts(shop: Shop, tx: Tx, input: ShopsCouponInput): Promise<CallFacts> {
  const { sellerId, company, category } = await subjectOf(shop, tx, input)
  const fact = (label: string, value: string): Fact => ({ label, value })
  return {
    lines: [
      fact('Code', input.code),
      fact('Discount', discountInWords(input)),
      fact('Products', [company ?? 'of all sellers', category ?? 'of all categories'].join(', ')),
      fact('Minimum', formatRupees(input.minimum ?? 0)),
      fact(
        'Buyers',
        [
          input.firstOrder ? 'first order only' : 'all',
          input.once ? 'once each' : 'as often as they like',
        ].join(', '),
      ),
      fact('Uses', String(input.totalUses)),
      fact('Days', `${dayInWords(input.startsOn)} to ${dayInWords(input.endsOn)}`),
      fact('The seller bears', `${input.sellerShare} %`),
    ],
    version: [sellerId, category, await isTaken(tx, input.code)],
  }
}

/** Also one that is not valid yet. Refuses: not-found for another's; conflict for a stopped one. */
export async function stopCoupon({ db }: Shop, id: string, sellerId?: string): Promise<void> {
  await db.transaction(async (tx) => {
    const coupon = await lockCoupon(tx, id, sellerId)
    if (!coupon) throw notFound('There is no such coupon.')
    if (coupon.state === 'stopped') throw new Refusal('conflict', 'This coupon is stopped already.')
    await setStopped(tx, id)
    if (sellerId === undefined)
      await record(tx, 'coupon-stopped', { target: { kind: 'coupon', id, name: coupon.code } })
  })
}

/** Refuses: not-found for a coupon that does not ask this seller; conflict for one that was answered, or that is over. */
export async function answerCoupon(
  { db }: Shop,
  id: string,
  sellerId: string,
  accept: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    const coupon = await lockCoupon(tx, id, sellerId)
    if (coupon?.madeBy !== 'shop') throw notFound('There is no such coupon.')
    if (coupon.state !== 'asked') throw new Refusal('conflict', 'This coupon waits for no answer.')
    await setAnswer(tx, id, accept ? 'accepted' : 'declined')
  })
}

function toRow(input: SellersCouponInput): Omit<NewCoupon, 'madeBy' | 'sellerId' | 'sellerShareBp'> {
  const isPercent = input.kind === 'percent'
  const paiseOrNull = (amount: number | undefined) => (amount === undefined ? null : paise(amount))
  return {
    id: newId(),
    code: input.code,
    categoryId: input.categoryId ?? null,
    percent: isPercent ? (input.percent ?? null) : null,
    amountPaise: isPercent ? null : paiseOrNull(input.amount),
    mostPaise: isPercent ? paiseOrNull(input.most) : null,
    minimumPaise: paise(input.minimum ?? 0),
    firstOrder: input.firstOrder,
    once: input.once,
    totalUses: input.totalUses,
    startsOn: input.startsOn,
    endsOn: input.endsOn,
  }
}

async function insert(tx: Tx, row: NewCoupon): Promise<void> {
  try {
    await insertCoupon(tx, row)
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    const taken = 'This code is taken. Please choose another one.'
    if (constraint === 'coupon_code') throw new Refusal('conflict', taken, { fields: { code: taken } })
    if (constraint === 'coupon_count')
      throw new Refusal('conflict', 'There are too many coupons that are not over. Please stop some of them.')
    throw error
  }
}

const unknown = (field: string, words: string) =>
  new Refusal('not-found', words, { fields: { [field]: words } })

async function requireCategory(shop: Shop, id: number | undefined): Promise<string | null> {
  if (id === undefined) return null
  const name = (await listCategories(shop)).find((one) => one.id === id)?.name
  const words = 'There is no such category.'
  if (name === undefined) throw unknown('categoryId', words)
  return name
}

async function subjectOf(shop: Shop, tx: Tx, { sellerEmail, categoryId }: ShopsCouponInput) {
  const seller = sellerEmail === undefined ? undefined : await findSellerByEmail(tx, sellerEmail)
  const words = 'There is no seller with this email.'
  if (sellerEmail !== undefined && !seller) throw unknown('sellerEmail', words)
  return {
    sellerId: seller?.sellerId ?? null,
    company: seller?.company ?? null,
    category: await requireCategory(shop, categoryId),
  }
}

function discountInWords({ kind, percent, amount, most }: SellersCouponInput): string {
  if (kind === 'amount') return formatRupees(amount ?? 0)
  return `${percent} %${most === undefined ? '' : `, at most ${formatRupees(most)}`}`
}
