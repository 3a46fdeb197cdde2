import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { buy, eventually } from '../../../tests/setup/buying.ts'
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
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { newId } from '../../platform/db/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { deleteOldInvitations } from './delete-old.ts'
import { flagRefunded } from './flag-refunded.ts'
import { inviteReviews } from './invite.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
let reader: Customer
let visitor: TestClient
beforeAll(async () => {
  shop = await startTestShop({ courier: true, env: { REVIEW_INVITATION_DAYS: '5' } })
  seller = await addSeller(shop)
  admin = await addAdmin(shop)
  reader = await customerWithCart(shop, [])
  // Somebody who has received something, and so may vote.
  await sellDelivered(shop, seller, { buyer: reader })
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
const waitingReview = async (id: string) =>
  (await admin.get('/public/admin/reviews')).body.find((one: any) => one.id === id)
/** Takes down, or keeps, what an administrator reads now. */
async function decide(id: string, act: string, body: object = {}): Promise<Answer> {
  const all = (await admin.get('/public/admin/reviews?show=all')).body
  const { version, edits, answeredAt } = all.find((one: any) => one.id === id)
  const read = act === 'keep' ? { version } : act === 'take-down' ? { edits } : { answeredAt }
  return admin.post(`/public/admin/reviews/${id}/${act}`, { ...read, ...body })
}
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
  expect(await waitingReview(id)).toMatchObject({
    edits: 1,
    earlier: [{ stars: 1, words: 'It leaks.', at: expect.any(String) }],
    reports: [{ ...report, by: 'buyer' }],
  })
  expect((await decide(id, 'keep')).status).toBe(200)
  expect(await waitingReview(id)).toBeUndefined()
  // Who reported it cannot do so twice: what the author changes afterwards waits for a person again.
  expect((await buyer.post(`/private/review/${id}/edit`, { ...changed, words: 'Worse.' })).status).toBe(200)
  expect(await waitingReview(id)).toMatchObject({ waits: true })
  const down = { reason: 'personal-data', note: 'It has a telephone number.' }
  expect((await decide(id, 'take-down', { ...down, reason: 'bad' })).status).toBe(400)
  expect((await decide(id, 'take-down', down)).status).toBe(200)
  expect((await decide(id, 'take-down', down)).status).toBe(409)
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
  // Accounts that bought nothing say nothing, and what a suspended one said does not count.
  expect((await vote(await customerWithCart(shop, []))).status).toBe(409)
  const other = await sellDelivered(shop, seller, { buyer: await customerWithCart(shop, []) })
  expect((await vote(other.buyer)).body).toMatchObject({ helpful: 1 })
  const [account] = await shop.db.query<{ id: string }>(
    sql`select id from account where email = ${other.buyer.email}`,
  )
  const suspended = await admin.post(`/public/admin/accounts/${account?.id}/suspend`, { reason: 'A test.' })
  expect(suspended.status).toBe(200)
  expect((await reviewsOf(sale.productId))[0]).toMatchObject({ helpful: 0 })
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

test('results of one word and of several are sorted and narrowed by rating', async () => {
  const stars = { best: [5, 5, 5, 5, 5, 5], good: [4, 4, 5], bad: [1, 1] }
  const ids = new Map<string, string>()
  for (const [name, given] of Object.entries(stars)) {
    const { id } = await addProduct(shop, { seller, name: `Kokumwood vessel ${name}` })
    await addReviews(id, given)
    ids.set(id, name)
  }
  for (const words of ['kokumwood', 'kokumwood vessel']) {
    const found = async (query: string) => {
      const { body, headers } = await visitor.get(`/public/product/search/${words}?${query}`)
      expect(headers.get('x-total-count')).toBe(String(body.length))
      return body.map(({ id }: any) => ids.get(id))
    }
    expect(await found('sort=rating')).toEqual(['best', 'good', 'bad'])
    expect((await found('rated=4')).toSorted()).toEqual(['best', 'good'])
    expect(await found('rated=4&sort=rating')).toEqual(['best', 'good'])
  }
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
    for (const query of ['?limit=5', '?limit=6&sort=newest', '?limit=7&sort=lowest'])
      expect(await statementsOf(query, id)).toBe(2)
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

/** Another buyer receives this product. */
async function buyAlso(productId: string, buyer: Customer): Promise<Sale> {
  await putInCart(buyer, productId)
  const [{ id: orderId }] = (await buy(shop, buyer)).body
  await untilParcel(shop, orderId, (row) => row.labelUrl !== null)
  await moveParcel(shop, orderId, { status: 'Delivered' })
  await untilParcel(shop, orderId, (row) => row.status === 'completed')
  return { buyer, orderId, productId }
}

test('all reviews of one product from one delivery address wait for a person, and are shown meanwhile', async () => {
  const first = await sellDelivered(shop, seller, { buyer: await customerWithCart(shop, []) })
  const alone = (await write(first)).body.id
  await decide(alone, 'keep')
  const second = await buyAlso(first.productId, await customerWithCart(shop, []))
  const { id } = (await write(second, { stars: 5 })).body
  expect(await reviewsOf(first.productId)).toHaveLength(2)
  for (const one of [id, alone])
    expect(await waitingReview(one)).toMatchObject({ flags: expect.arrayContaining(['same-address']) })
})

test('a review by the seller’s own address or network waits for a person, and one of a purchase that is paid back later', async () => {
  const buyer = await shop.customer()
  const own = { street: '12-A, Seller Street', city: 'Mumbai', state: 'Maharashtra', pinCode: '400001' }
  expect((await buyer.post('/private/address/add', own)).status).toBe(200)
  const sale = await sellDelivered(shop, seller, { buyer })
  const { id } = (await write(sale, { stars: 5 })).body
  expect((await waitingReview(id)).flags.toSorted()).toEqual(['own-address', 'own-network'])
  const [origin] = await shop.db.query<{ network: string }>(
    sql`select network from review_origin where review_id = ${id}`,
  )
  expect(origin?.network, 'a hash, as the privacy policy says').toMatch(/^[\w-]{43}$/)
  await decide(id, 'keep')
  await shop.db.query(sql`update orders set refunded_paise = 1 where id = ${sale.orderId}`)
  await flagRefunded(shop.running.shop)
  await shop.db.query(sql`update orders set refunded_paise = 0 where id = ${sale.orderId}`)
  expect((await waitingReview(id)).flags).toContain('refunded')
})

test(
  'a photo is gone with the review or the edit that drops it, and no other picture is of a review',
  nightly('Photos that are decoded. That a removed review shows nothing is proved above each time.'),
  async () => {
    const sale = await sellDelivered(shop, seller, { buyer: await customerWithCart(shop, []) })
    const { buyer, productId } = sale
    const [kept, dropped] = [await uploadedReviewPhoto(buyer), await uploadedReviewPhoto(buyer)]
    const [product] = (await productOf(productId)).images
    const others = await uploadedReviewPhoto(reader)
    for (const wrong of [[product], [others], [kept, kept]])
      expect((await write(sale, { imageUrls: wrong })).status).toBe(400)
    const { id } = (await write(sale, { imageUrls: [kept, dropped] })).body
    const statusOf = async (address: string) => (await fetch(address)).status
    expect([await statusOf(kept), await statusOf(dropped)]).toEqual([200, 200])
    const gone = (address: string) =>
      eventually(
        () => statusOf(address),
        (status) => status === 404,
      )
    const edit = (imageUrls: string[]) => buyer.post(`/private/review/${id}/edit`, reviewBody({ imageUrls }))
    expect((await edit([kept])).status).toBe(200)
    await gone(dropped)
    expect((await edit([kept, dropped])).status).toBe(400)
    expect(await statusOf(kept)).toBe(200)
    await decide(id, 'take-down', { reason: 'personal-data', note: 'A face.' })
    await gone(kept)
    expect(await brokenInvariants(shop.db)).toEqual([])
  },
)

test('an administrator decides what they have read, and takes the seller’s answer down alone', async () => {
  const sale = await sellDelivered(shop, seller, { buyer: await customerWithCart(shop, []) })
  const { id } = (await write(sale)).body
  const report = { reason: 'personal-data', words: '' }
  const reported = (about: string) => reader.post(`/private/review/${id}/report`, { ...report, about })
  expect((await reported('answer')).status).toBe(409)
  expect((await reported('review')).status).toBe(200)
  const { version } = await waitingReview(id)
  const answer = (words: string) => seller.post(`/private/review/${id}/answer`, { words })
  expect((await answer('We know where you live: 12 Test Street.')).status).toBe(200)
  expect((await reported('answer')).status).toBe(200)
  expect((await admin.post(`/public/admin/reviews/${id}/keep`, { version })).status).toBe(409)
  const read = await waitingReview(id)
  expect(read).toMatchObject({ reports: [{ about: 'review' }, { about: 'answer' }] })
  expect(JSON.stringify(read)).not.toContain(sale.buyer.email)
  const down = { reason: 'personal-data', note: 'It has an address.' }
  const body = { answeredAt: read.answeredAt, ...down }
  const takenDown = await admin.post(`/public/admin/reviews/${id}/answer/take-down`, body)
  expect(takenDown.status).toBe(200)
  expect((await admin.post(`/public/admin/reviews/${id}/answer/take-down`, body)).status).toBe(409)
  expect((await reviewsOf(sale.productId))[0]).toMatchObject({
    words: 'It does what it should.',
    answer: null,
    answerRemoved: 'personal-data',
  })
  expect((await answer('Again.')).status).toBe(409)
  await untilMailed(shop, seller.email, 'Your answer to a review was taken down')
  expect((await auditOf(admin, { act: 'review-answer-removed' }))[0]).toMatchObject({ to: { id } })
})

test('neither new reports nor another answer hold up a decision, and a reported answer stays until a person has read it', async () => {
  const sale = await sellDelivered(shop, seller, { buyer: await customerWithCart(shop, []) })
  const { id } = (await write(sale)).body
  const report = (about: string, who: TestClient = reader) =>
    who.post(`/private/review/${id}/report`, { reason: 'abusive', words: '', about })
  const answer = async (words: string) =>
    (await seller.post(`/private/review/${id}/answer`, { words })).status
  const down = { reason: 'abusive', note: 'It is rude.' }
  const takeDown = async (what: string, read: object) =>
    (await admin.post(`/public/admin/reviews/${id}/${what}`, { ...read, ...down })).status
  expect(await answer('You are a fool.')).toBe(200)
  expect((await report('answer')).status).toBe(200)
  const { answeredAt, edits } = await waitingReview(id)
  // While it waits its seller can't change it; once it was kept they can, and it waits again.
  expect(await answer('You are kind.')).toBe(409)
  expect((await decide(id, 'keep')).status).toBe(200)
  expect(await answer('You are a fool again.')).toBe(200)
  expect(await takeDown('answer/take-down', { answeredAt })).toBe(409)
  const again = await waitingReview(id)
  expect((await report('review')).status).toBe(200)
  expect((await report('review', await shop.customer())).status).toBe(200)
  expect(await answer('You are kind.')).toBe(409)
  expect(await takeDown('answer/take-down', { answeredAt: again.answeredAt })).toBe(200)
  // The author's own words, as they were read.
  expect((await sale.buyer.post(`/private/review/${id}/edit`, reviewBody({ words: 'No.' }))).status).toBe(200)
  expect(await takeDown('take-down', { edits })).toBe(409)
  expect((await report('review', await shop.customer())).status).toBe(200)
  expect(await takeDown('take-down', { edits: edits + 1 })).toBe(200)
})

test('a listing that becomes another product says so at its reviews, and waits for a person; its reviews leave with it', async () => {
  const sale = await sellDelivered(shop, seller, {
    buyer: await customerWithCart(shop, []),
    name: 'Bamboo toothbrush with soft bristles',
  })
  const { productId } = sale
  const { id } = (await write(sale)).body
  await decide(id, 'keep')
  const path = `/private/product/edit/${productId}`
  const {
    version: _,
    imageUrls,
    ...form
  } = (await seller.get(`/private/product/edit/get-form/${productId}`)).body
  const save = async (name: string) =>
    (await seller.post(path, { ...form, hsnCode: form.hsnCode ?? undefined, imageUrls, name })).status
  const isEarlier = async () => (await reviewsOf(productId))[0].earlierListing
  expect(await save('Bamboo toothbrush with very soft bristles')).toBe(200)
  expect(await isEarlier()).toBe(false)
  // Step by step it becomes another thing.
  expect(await save('Bamboo toothbrush with hard bristles')).toBe(200)
  expect(await isEarlier()).toBe(false)
  expect(await save('Plastic toothbrush with hard bristles')).toBe(200)
  expect(await isEarlier()).toBe(true)
  expect((await waitingReview(id)).flags).toContain('other-listing')
  const edited = await sale.buyer.post(`/private/review/${id}/edit`, reviewBody({ words: 'Now it is hard.' }))
  expect(edited.status).toBe(200)
  expect(await isEarlier()).toBe(false)
  // The words of another thing beside the old ones make it another thing, too; a few more do not.
  expect(await save('Plastic toothbrush with hard bristles, pack of four')).toBe(200)
  expect(await isEarlier()).toBe(false)
  const other = 'steel bottle that keeps tea warm all day and night'
  expect(await save(`Plastic toothbrush with hard bristles or ${other}`)).toBe(200)
  expect(await isEarlier()).toBe(true)
  // Back in the form in which it was reviewed, its review is of this listing.
  expect(await save('Plastic toothbrush with hard bristles')).toBe(200)
  expect(await isEarlier()).toBe(false)
  expect(await save(`Plastic toothbrush with hard bristles or ${other}`)).toBe(200)
  expect(await isEarlier()).toBe(true)
  // Nobody reads the reviews of what is not on sale any more.
  expect((await seller.delete(`/private/product/delete/${productId}`)).status).toBe(200)
  expect(await reviewsOf(productId)).toEqual([])
  expect((await visitor.get(`/public/review/${id}`)).status).toBe(404)
})
