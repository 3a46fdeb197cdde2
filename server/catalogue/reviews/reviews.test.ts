import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy } from '../../../tests/setup/buying.ts'
import type { Answer, TestClient } from '../../../tests/setup/client.ts'
import { ageDelivery } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { subjectsOf, untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { moveParcel, sellBooked, untilParcel } from '../../../tests/setup/parcels.ts'
import { type Admin, addAdmin, auditOf } from '../../../tests/setup/people.ts'
import { uploadedReviewPhoto } from '../../../tests/setup/pictures.ts'
import { addProduct, customerWithCart, putInCart } from '../../../tests/setup/products.ts'
import { sellDelivered } from '../../../tests/setup/returns.ts'
import type { Sale } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { deleteOldInvitations } from './delete-old.ts'
import { inviteReviews } from './invite.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
let reader: TestClient
let visitor: TestClient
beforeAll(async () => {
  shop = await startTestShop({ courier: true, env: { REVIEW_INVITATION_DAYS: '5' } })
  seller = await addSeller(shop)
  admin = await addAdmin(shop)
  reader = await customerWithCart(shop, [])
  visitor = shop.client()
})
afterAll(() => shop.stop())

const reviewBody = (more: object = {}) => ({
  stars: 4,
  words: 'It does what it should.',
  imageUrls: [],
  anonymous: false,
  ...more,
})
const write = async (sale: Sale, more: object = {}) =>
  sale.buyer.post(`/private/review/order/${sale.orderId}`, reviewBody(more))
const reviewsOf = async (id: string, query = '') =>
  (await visitor.get(`/public/product/${id}/reviews${query}`)).body
const productOf = async (id: string) => (await visitor.get(`/public/product/${id}`)).body
const ratingOf = async (id: string) => {
  const { rating, ratingCount, ratingStars } = await productOf(id)
  return { rating, ratingCount, ratingStars }
}

/** Reviews of others, as years of buyers leave them: a test cannot buy so often. */
async function addReviews(productId: string, stars: readonly number[]): Promise<void> {
  await shop.db.query(sql`
    insert into review (id, product_id, seller_id, stars, words, created_at)
    select i, p.id, p.seller_id, s, 'As expected.', now() - interval '9 days' from product p,
      unnest(${stars.map(() => newId())}::uuid[], ${stars}::int[]) as n (i, s) where p.id = ${productId}`)
}

test('a buyer reviews what was delivered, once, and changes it; the seller answers; a bad one stays until a stated reason', async () => {
  const sale = await sellBooked(shop, seller, { buyer: await customerWithCart(shop, []) })
  const { buyer, productId, orderId } = sale
  expect(await write(sale)).toMatchObject({
    status: 409,
    body: { msg: expect.stringContaining('delivered') },
  })
  await moveParcel(shop, orderId, { status: 'Delivered' })
  await untilParcel(shop, orderId, (row) => row.status === 'completed')
  expect((await write(sale, { stars: 6 })).status).toBe(400)
  expect((await write(sale, { words: 'a\u202eb' })).status).toBe(400)
  expect((await write(sale, { imageUrls: ['https://elsewhere.invalid/a.jpg'] })).status).toBe(400)
  const picture = await uploadedReviewPhoto(buyer)
  const written = await write(sale, { stars: 1, words: 'It leaks.', imageUrls: [picture] })
  expect(written).toMatchObject({ status: 200, body: { productId } })
  const { id } = written.body
  expect((await write(sale)).status).toBe(409)
  expect(await reviewsOf(productId)).toMatchObject([
    {
      id,
      stars: 1,
      words: 'It leaks.',
      author: expect.stringMatching(/^\S+ \S\.$/),
      removed: null,
      editedAt: null,
    },
  ])
  expect((await visitor.get(`/public/review/${id}`)).body).toMatchObject({ id, product: { id: productId } })
  expect(await ratingOf(productId)).toEqual({ rating: 1, ratingCount: 1, ratingStars: [1, 0, 0, 0, 0] })

  // Of another person nothing of it can be changed.
  expect((await reader.post(`/private/review/${id}/edit`, reviewBody())).status).toBe(404)
  const other = await addSeller(shop)
  expect((await other.post(`/private/review/${id}/answer`, { words: 'No.' })).status).toBe(404)

  const changed = reviewBody({ stars: 2, words: 'It leaks a little.', imageUrls: [picture], anonymous: true })
  expect((await buyer.post(`/private/review/${id}/edit`, changed)).status).toBe(200)
  expect((await seller.post(`/private/review/${id}/answer`, { words: 'We send another.' })).status).toBe(200)
  expect((await reviewsOf(productId))[0]).toMatchObject({
    stars: 2,
    author: 'A buyer',
    editedAt: expect.any(String),
    imageUrls: [expect.stringContaining('/media/')],
    answer: { words: 'We send another.' },
  })
  expect(await ratingOf(productId)).toMatchObject({ rating: 2, ratingStars: [0, 1, 0, 0, 0] })
  expect(await shop.db.query(sql`select no, stars, words from review_edit where review_id = ${id}`)).toEqual([
    { no: 1, stars: 1, words: 'It leaks.' },
  ])
  expect((await seller.get('/private/review/seller?show=unanswered')).body).toEqual([])

  const report = { reason: 'abusive', words: 'It names me.' }
  expect((await reader.post(`/private/review/${id}/report`, report)).status).toBe(200)
  expect((await reader.post(`/private/review/${id}/report`, report)).status).toBe(409)
  const [waiting] = (await admin.get('/public/admin/reviews')).body
  expect(waiting).toMatchObject({ id, edits: 1, reports: [{ ...report, by: 'buyer' }], waits: true })
  expect((await admin.post(`/public/admin/reviews/${id}/keep`)).status).toBe(200)
  expect((await admin.get('/public/admin/reviews')).body).toEqual([])
  // Who reported it cannot do so twice: what the author changes afterwards waits for a person again.
  expect((await buyer.post(`/private/review/${id}/edit`, { ...changed, words: 'Worse.' })).status).toBe(200)
  expect((await admin.get('/public/admin/reviews')).body).toMatchObject([{ id, waits: true }])
  const down = { reason: 'personal-data', note: 'It has a telephone number.' }
  expect((await admin.post(`/public/admin/reviews/${id}/take-down`, { ...down, reason: 'bad' })).status).toBe(
    400,
  )
  expect((await admin.post(`/public/admin/reviews/${id}/take-down`, down)).status).toBe(200)
  expect((await admin.post(`/public/admin/reviews/${id}/take-down`, down)).status).toBe(409)
  expect((await reviewsOf(productId))[0]).toMatchObject({
    id,
    removed: 'personal-data',
    stars: null,
    words: null,
    imageUrls: [],
    answer: null,
  })
  expect(await ratingOf(productId)).toEqual({ rating: null, ratingCount: 0, ratingStars: [0, 0, 0, 0, 0] })
  expect((await buyer.post(`/private/review/${id}/edit`, changed)).status).toBe(409)
  await untilMailed(shop, buyer.email, 'Your review was taken down')
  expect((await auditOf(admin, { act: 'review-removed' }))[0]).toMatchObject({
    to: { id },
    note: expect.stringContaining(down.note),
  })
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('of two reviews at once one is stored; one person has one vote, and none for their own', async () => {
  const sale = await sellDelivered(shop, seller, { buyer: await customerWithCart(shop, []) })
  const both = await Promise.all([write(sale), write(sale, { stars: 5 })])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const [{ id }] = await reviewsOf(sale.productId)
  const vote = (who: TestClient, helpful = true) => who.post(`/private/review/${id}/helpful`, { helpful })
  expect((await vote(sale.buyer)).status).toBe(409)
  const votes = await Promise.all([vote(reader), vote(reader), vote(reader)])
  expect(votes.map(({ status, body }) => [status, body.helpful])).toEqual(Array(3).fill([200, 1]))
  expect((await reviewsOf(sale.productId))[0]).toMatchObject({ helpful: 1 })
  expect((await vote(reader, false)).body).toMatchObject({ helpful: 0 })
  expect(await brokenInvariants(shop.db)).toEqual([])
})

test('lists of reviews go on where a page ends, and lists of products are sorted and narrowed by rating', async () => {
  const { productId } = await sellDelivered(shop, seller, { buyer: await customerWithCart(shop, []) })
  const { subCategoryId } = await productOf(productId)
  await addReviews(productId, [5, 1, 4, 5, 5])
  for (const sort of ['helpful', 'newest', 'lowest']) {
    const all = await reviewsOf(productId, `?sort=${sort}`)
    const pages = []
    let next: string | undefined = `/public/product/${productId}/reviews?sort=${sort}&limit=2`
    while (next !== undefined) {
      const { body, headers }: Answer = await visitor.get(next)
      pages.push(...body)
      next = /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(pages).toEqual(all)
    expect(all).toHaveLength(5)
  }
  expect((await reviewsOf(productId, '?sort=lowest')).map(({ stars }: any) => stars)).toEqual([1, 4, 5, 5, 5])
  const list = async (query: string) =>
    (await visitor.get(`/public/product/sub_category/${subCategoryId}?${query}`)).body
  const [best] = await list('sort=rating')
  expect(best).toMatchObject({ id: productId, rating: 4, ratingCount: 5 })
  const wellRated = async () => (await list('rated=4')).map(({ id }: any) => id)
  expect(await wellRated()).toContain(productId)
  await addReviews(productId, [1])
  expect(await wellRated()).not.toContain(productId)
})

test('a page of reviews is two statements, however many there are', async () => {
  const statementsOf = async (query: string, productId: string) => {
    const before = shop.running.shop.db.statements()
    expect((await reviewsOf(productId, query)).length).toBeGreaterThan(4)
    return shop.running.shop.db.statements() - before
  }
  for (const count of [20, 300]) {
    const { id } = await addProduct(shop)
    await addReviews(id, Array(count).fill(4))
    // Timers of the shop make statements, too: the fewest are the page's own.
    const counts = [
      await statementsOf('?limit=5', id),
      await statementsOf('?limit=6&sort=newest', id),
      await statementsOf('?limit=7&sort=lowest', id),
    ]
    expect(Math.min(...counts)).toBe(2)
  }
})

test('the erased account of an author leaves the review without a name', async () => {
  const buyer = await customerWithCart(shop, [])
  const sale = await sellDelivered(shop, seller, { buyer })
  const { id } = (await write(sale)).body
  // What erasing an account does to these tables.
  await shop.db.query(sql`update review set customer_id = null, order_id = null where id = ${id}`)
  expect((await reviewsOf(sale.productId))[0]).toMatchObject({ id, author: 'A buyer', stars: 4 })
})

test('a buyer is asked once, five days after the delivery, and not for what they reviewed', async () => {
  const buyer = await customerWithCart(shop, [])
  const sale = await sellDelivered(shop, seller, { buyer })
  const reviewed = await sellDelivered(shop, seller, { buyer: await customerWithCart(shop, []) })
  expect((await write(reviewed)).status).toBe(200)
  await ageDelivery(shop, reviewed.orderId, 6)
  const asked = async () =>
    (await subjectsOf(shop, buyer.email)).filter((subject) => subject.startsWith('How is')).length
  await inviteReviews(shop.running.shop)
  expect(await asked()).toBe(0)
  await ageDelivery(shop, sale.orderId, 6)
  await Promise.all([inviteReviews(shop.running.shop), inviteReviews(shop.running.shop)])
  await untilMailed(shop, buyer.email, 'How is')
  await deleteOldInvitations(shop.running.shop, 100)
  await inviteReviews(shop.running.shop)
  expect(await asked()).toBe(1)
  expect((await subjectsOf(shop, reviewed.buyer.email)).join()).not.toContain('How is')
})

test('reviews of one product from one delivery address wait for a person, and are shown meanwhile', async () => {
  const first = await sellDelivered(shop, seller, { buyer: await customerWithCart(shop, []) })
  expect((await write(first)).status).toBe(200)
  const second = await customerWithCart(shop, [])
  await putInCart(second, first.productId)
  const [{ id: orderId }] = (await buy(shop, second)).body
  await untilParcel(shop, orderId, (row) => row.labelUrl !== null)
  await moveParcel(shop, orderId, { status: 'Delivered' })
  await untilParcel(shop, orderId, (row) => row.status === 'completed')
  expect((await write({ buyer: second, orderId, productId: first.productId }, { stars: 5 })).status).toBe(200)
  expect(await reviewsOf(first.productId)).toHaveLength(2)
  const [flagged] = (await admin.get('/public/admin/reviews')).body
  expect(flagged).toMatchObject({ flags: ['same-address'], waits: true, stars: 5 })
})
