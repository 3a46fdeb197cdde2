/** A seller's products (specification §5, §7, §8; api-rules §6). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cartOf, create, eventually, pay, startPaying, verify } from '../../tests/setup/buying.ts'
import { brokenInvariants } from '../../tests/setup/invariants.ts'
import { testAddress, unitsOf } from '../../tests/setup/products.ts'
import { type Customer, startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { itemsOf } from '../catalogue/testing.ts'
import { sweepCheckouts } from '../checkout/sweep-checkouts.ts'
import { sql } from '../db/sql.ts'
import {
  newSeller,
  newSubcategory,
  productInput,
  type Seller,
  type TestSubcategory,
  uploaded,
} from './testing.ts'

let shop: TestShop
let seller: Seller
let subcategory: TestSubcategory
let otherSubcategory: TestSubcategory
let picture: string
beforeAll(async () => {
  shop = await startTestShop()
  seller = await newSeller(shop)
  subcategory = await newSubcategory(shop)
  otherSubcategory = await newSubcategory(shop, 'Soaps')
  picture = await uploaded(seller)
})
afterAll(() => shop.stop())

const input = (more: object = {}) => productInput(subcategory, [picture], more)
const add = async (more: object = {}, client = seller): Promise<string> => {
  const { status, body } = await client.post('/private/product/add', input(more))
  expect([status, body.msg]).toEqual([200, 'Product added successfully!'])
  return body.id
}
const formOf = async (id: string, client = seller) =>
  (await client.get(`/private/product/edit/get-form/${id}`)).body
const edit = (id: string, body: unknown, client = seller) => client.post(`/private/product/edit/${id}`, body)
const detail = (id: string) => shop.client().get(`/public/product/${id}`)
const found = async (words: string) =>
  ((await shop.client().get(`/public/product/search/${words}`)).body as { id: string }[]).map(({ id }) => id)

async function endHolds(): Promise<void> {
  await shop.db.query(
    sql`update checkout set hold_expires_at = now(), next_check_at = now() where state = 'open'`,
  )
  await sweepCheckouts(shop.running.shop)
}

async function buyerWith(productId: string, quantity = 1): Promise<Customer> {
  const buyer = await shop.customer()
  await buyer.post('/private/address/add', testAddress)
  await buyer.post('/private/cart/add', { id: productId, quantity: 1 })
  if (quantity > 1) await buyer.post('/private/cart/edit', { id: productId, quantity })
  return buyer
}

describe('adding', () => {
  test('a product is on sale, in its lists and found at once; the form gives back what was typed', async () => {
    const before = (await shop.client().get(`/public/product/sub_category/${subcategory.subCategoryId}`)).body
      .length
    const second = await uploaded(seller)
    const id = await add({ name: 'Quokkawood Brush', imageUrls: [second, picture], price: 1_234.56 })
    expect((await detail(id)).body).toMatchObject({
      name: 'Quokkawood Brush',
      price: 1_234.56,
      images: [second, picture],
      noOfUnits: 100,
      sellerCompany: 'Test Bamboo Works',
    })
    const list = await shop.client().get(`/public/product/sub_category/${subcategory.subCategoryId}`)
    expect([list.body[0].id, list.body.length, list.headers.get('x-total-count')]).toEqual([
      id,
      before + 1,
      String(before + 1),
    ])
    expect(await found('quokkawood')).toEqual([id])
    // Its words are known from now on, so a slip of the finger is forgiven.
    expect(await found('quokkawod')).toEqual([id])
    expect(await formOf(id)).toEqual({
      ...input({ name: 'Quokkawood Brush', imageUrls: [second, picture], price: 1_234.56 }),
      id,
      version: expect.any(String),
    })
  })

  test('HTML, emoji and right-to-left text stay what they are', async () => {
    const texts = { name: '<script>"x"</script> 🌿', description: 'صابون\nيدوي', details: '<b>&amp;</b>\t👩‍🌾' }
    expect((await detail(await add(texts))).body).toMatchObject(texts)
  })

  test('the limits themselves are accepted', async () => {
    const least = await add({
      name: 'n'.repeat(200),
      description: 'd'.repeat(5_000),
      details: 'x'.repeat(10_000),
      price: 1,
      noOfUnits: 0,
      height: 0.01,
    })
    const most = await add({
      price: 1_000_000,
      noOfUnits: 1_000_000,
      imageUrls: [picture, picture, picture, picture, picture],
    })
    expect(await formOf(least)).toMatchObject({ price: 1, noOfUnits: 0, height: 0.01 })
    expect(await formOf(most)).toMatchObject({ price: 1_000_000, noOfUnits: 1_000_000 })
  })

  const all = 'All fields are required!'
  test.each([
    ['name', undefined, all],
    ['name', '  ', all],
    ['name', 5, all],
    ['name', 'n'.repeat(201), 'At most 200 characters.'],
    ['name', 'a\u0000', 'This text has characters that cannot be stored.'],
    ['name', '\ud800', 'This text has characters that cannot be stored.'],
    ['description', null, all],
    ['description', 'd'.repeat(5_001), 'At most 5000 characters.'],
    ['details', '', all],
    ['details', 'd'.repeat(10_001), 'At most 10000 characters.'],
    ['price', undefined, all],
    ['price', '249', 'Price must be a number.'],
    ['price', 0.99, 'Price must be between 1 and 1000000.'],
    ['price', 1_000_000.01, 'Price must be between 1 and 1000000.'],
    ['price', 1e308, 'Price must be between 1 and 1000000.'],
    ['price', -5, 'Price must be between 1 and 1000000.'],
    ['price', 10.001, 'Price may have two decimals at most.'],
    ['price', null, 'Price must be a number.'],
    ['noOfUnits', undefined, all],
    ['noOfUnits', 1.5, 'Number of units must be a whole number.'],
    ['noOfUnits', -1, 'Number of units must be between 0 and 1000000.'],
    ['noOfUnits', 1_000_001, 'Number of units must be between 0 and 1000000.'],
    ['noOfUnits', 2 ** 60, 'Number of units must be a whole number.'],
    ['height', 0, 'Height must be between 0.01 and 1000.'],
    ['length', 0.001, 'Length must be between 0.01 and 1000.'],
    ['width', 12.345, 'Width may have two decimals at most.'],
    ['weight', 1e12, 'Weight must be between 0.01 and 1000000.'],
    ['weight', [90], 'Weight must be a number.'],
    ['categoryId', undefined, all],
    ['categoryId', '1', 'Category must be a number.'],
    ['subCategoryId', 0, 'Subcategory must be between 1 and 2147483647.'],
    ['subCategoryId', 2_147_483_647, 'This subcategory does not belong to the category.'],
    ['imageUrls', undefined, 'Please select at least one image!'],
    ['imageUrls', [], 'Please select at least one image!'],
    ['imageUrls', 'x', 'Please select at least one image!'],
    ['imageUrls', Array(6).fill('x'), 'You can upload up to 5 images only.'],
  ])('%s %j is refused: %s', async (field, value, words) => {
    const { status, body } = await seller.post('/private/product/add', input({ [field]: value }))
    expect([status, body]).toEqual([400, { msg: words, fields: { [field]: words } }])
  })

  test('a subcategory of another category is refused', async () => {
    const { status, body } = await seller.post(
      '/private/product/add',
      input({ subCategoryId: otherSubcategory.subCategoryId }),
    )
    expect([status, body.msg]).toEqual([400, 'This subcategory does not belong to the category.'])
  })

  test('a subcategory that is deleted at that very moment is refused', async () => {
    const going = await newSubcategory(shop, 'Going')
    const kept = await add()
    const adding = await shop.db.transaction(async (tx) => {
      await tx.query(sql`delete from subcategory where id = ${going.subCategoryId}`)
      const answers = ['/private/product/add', `/private/product/edit/${kept}`].map((path) =>
        seller.post(path, productInput(going, [picture])),
      )
      // Both wait for the deletion.
      await eventually(
        () => shop.db.query(sql`select pid from pg_locks where not granted`),
        (waiting) => waiting.length >= 2,
      )
      return answers
    })
    for (const { status, body } of await Promise.all(adding))
      expect([status, body.msg]).toEqual([400, 'This subcategory does not belong to the category.'])
  })

  test('pictures only from our own store: no other host, no other path, nothing that was never uploaded', async () => {
    const words = 'Please upload this image again: it is not one of our image store.'
    const key = new URL(picture).pathname.split('/')[3]
    for (const address of [
      'https://example.test/picture.jpg',
      'http://127.0.0.1:5432/media/p/x/480.webp',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'file:///etc/passwd',
      `//example.test/media/p/${key}/480.webp`,
      `${shop.url}@example.test/media/p/${key}/480.webp`,
      `${shop.url}/media/p/../p/${key}/480.webp`,
      `${shop.url}/media/p/${key}/960.avif`,
      `${shop.url}/media/p/${key}/480.webp?x=1`,
      `${shop.url}/media/p/u-${'0'.repeat(32)}/480.webp`,
      `${shop.url}/media/p/no-such-picture/480.webp`,
      'https://res.cloudinary.com/demo/image/upload/v1/soap.jpg',
      '',
    ]) {
      const { status, body } = await seller.post('/private/product/add', input({ imageUrls: [address] }))
      expect([address, status, body.msg]).toEqual([address, 400, words])
    }
  })
})

describe('editing', () => {
  test('every field can be changed, and search follows', async () => {
    const id = await add({ name: 'Wobbegong Brush' })
    const second = await uploaded(seller)
    const changed = productInput(otherSubcategory, [second], {
      name: 'Numbatwood Comb',
      price: 19.99,
      description: 'Another text.',
      noOfUnits: 7,
      details: 'Material: neem',
      height: 1,
      length: 2.25,
      width: 3,
      weight: 4.5,
    })
    const { status, body } = await edit(id, { ...changed, version: (await formOf(id)).version })
    expect([status, body]).toEqual([
      200,
      { msg: 'Product updated successfully!', version: expect.any(String), heldUnits: 0 },
    ])
    expect(await formOf(id)).toEqual({ ...changed, id, version: body.version })
    expect([await found('wobbegong'), await found('numbatwod')]).toEqual([[], [id]])
    expect((await detail(id)).body).toMatchObject({ price: 19.99, subCategoryName: 'Soaps of wood' })
  })

  test('all fields are required, and at most 5 images in its own words', async () => {
    const id = await add()
    expect((await edit(id, {})).body.fields).toMatchObject({
      name: 'All fields are required!',
      price: 'All fields are required!',
      imageUrls: 'Please select at least one image!',
    })
    expect((await edit(id, input({ imageUrls: Array(6).fill(picture) }))).body.msg).toBe(
      'You can have a maximum of 5 images.',
    )
    expect((await edit(id, { ...input(), version: 'latest' })).status).toBe(400)
  })

  test('pictures that a product has already are accepted, whatever they are', async () => {
    const id = await add()
    const old = '/media/p/somewhere-else/480.webp'
    await shop.db.query(sql`update product set images = ${[old]}::text[] where id = ${id}`)
    const { imageUrls } = await formOf(id)
    expect((await edit(id, input({ imageUrls: [...imageUrls, picture] }))).status).toBe(200)
    expect((await formOf(id)).imageUrls).toEqual([shop.url + old, picture])
  })

  test('two tabs: the second save is refused as a whole; of many at once one succeeds', async () => {
    const id = await add()
    const { version } = await formOf(id)
    expect((await edit(id, { ...input({ name: 'First tab' }), version })).status).toBe(200)
    const second = await edit(id, { ...input({ name: 'Second tab' }), version })
    expect([second.status, second.body.msg]).toEqual([
      409,
      'This product was changed in another window. Please reload it and make your changes again.',
    ])
    const { name, version: now } = await formOf(id)
    expect(name).toBe('First tab')
    const racers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => edit(id, { ...input({ name: `Racer ${i}` }), version: now })),
    )
    expect(racers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(racers.filter((answer) => answer.status === 409)).toHaveLength(7)
    // Who sends no version saves over whatever is there.
    expect((await edit(id, input({ name: 'Plain client' }))).status).toBe(200)
  })

  test('a form that claims to have shown fewer units than it did brings no more than a million', async () => {
    const id = await add({ noOfUnits: 1_000_000 })
    const [version] = (await formOf(id)).version.split('-')
    const claim = { ...input({ noOfUnits: 1_000_000 }), version: `${version}-0` }
    expect((await edit(id, claim)).status).toBe(200)
    expect((await formOf(id)).noOfUnits).toBe(1_000_000)
  })

  test('pieces sold while the form was open stay sold', async () => {
    const id = await add({ noOfUnits: 10 })
    const form = await formOf(id)
    const buyer = await buyerWith(id, 3)
    const items = await cartOf(buyer)
    const { body: orderId } = await startPaying(buyer)
    const answer = await pay(shop, orderId)
    await verify(buyer, answer)
    expect((await create(buyer, items)).status).toBe(200)
    expect(await unitsOf(shop, id)).toBe(7)
    // Only the text was changed.
    expect((await edit(id, { ...form, description: 'New text.' })).status).toBe(200)
    expect(await unitsOf(shop, id)).toBe(7)
    // Five more came in: 7 shown, 12 typed.
    const again = await formOf(id)
    expect(again.noOfUnits).toBe(7)
    await edit(id, { ...again, noOfUnits: 12 })
    expect(await unitsOf(shop, id)).toBe(12)
  })

  test('pieces in an unpaid checkout count as not sold: they are shown, kept for the buyer, and back when he does not pay', async () => {
    const id = await add({ noOfUnits: 10 })
    const buyer = await buyerWith(id, 4)
    await startPaying(buyer)
    expect(await unitsOf(shop, id)).toBe(6)
    const form = await formOf(id)
    expect(form.noOfUnits).toBe(10)
    // Typed by a client that says nothing of what it was shown: 8 pieces, 4 of them held.
    const saved = await edit(id, input({ noOfUnits: 8 }))
    expect(saved.body).toMatchObject({ heldUnits: 4 })
    expect(await unitsOf(shop, id)).toBe(4)
    // Fewer than the buyer holds: nothing is free, and the database is never asked for less than zero.
    await edit(id, input({ noOfUnits: 1 }))
    expect(await unitsOf(shop, id)).toBe(0)
    expect((await edit(id, { ...(await formOf(id)), noOfUnits: 0 })).status).toBe(200)
    expect(await unitsOf(shop, id)).toBe(0)
    await shop.db.query(
      sql`update checkout set hold_expires_at = now() - interval '1 minute' where state = 'open'`,
    )
    expect(await brokenInvariants(shop.db)).toEqual([])
  })

  test('pieces that the seller removes while they are held do not come back on sale when the hold ends', async () => {
    const id = await add({ noOfUnits: 5 })
    const buyer = await buyerWith(id, 2)
    expect((await startPaying(buyer)).status).toBe(200)
    expect((await edit(id, { ...(await formOf(id)), noOfUnits: 0 })).status).toBe(200)
    expect((await formOf(id)).noOfUnits).toBe(0)
    await endHolds()
    expect(await unitsOf(shop, id)).toBe(0)
    expect((await formOf(id)).noOfUnits).toBe(0)
    // One of two held pieces withdrawn: one comes back.
    await edit(id, input({ noOfUnits: 4 }))
    expect((await startPaying(buyer)).status).toBe(200)
    await edit(id, input({ noOfUnits: 1 }))
    expect((await formOf(id)).noOfUnits).toBe(1)
    await endHolds()
    expect(await unitsOf(shop, id)).toBe(1)
  })

  test('20 buyers and 20 saves at the same moment: every piece is counted once', async () => {
    const id = await add({ noOfUnits: 100 })
    const { version, ...form } = await formOf(id)
    const saves = Array.from({ length: 20 }, async () => {
      const shown = Number(version.split('-')[1])
      // The version is taken from the newest form, the shown units stay: each save means one piece more.
      const now = (await formOf(id)).version.split('-')[0]
      return edit(id, { ...form, noOfUnits: shown + 1, version: `${now}-${shown}` })
    })
    const takes = Array.from({ length: 20 }, () =>
      shop.db.query(sql`update product set units = units - 1 where id = ${id}`),
    )
    const [answers] = await Promise.all([Promise.all(saves), Promise.all(takes)])
    const saved = answers.filter((answer) => answer.status === 200).length
    expect(saved).toBeGreaterThan(0)
    expect(await unitsOf(shop, id)).toBe(100 - 20 + saved)
  })
})

describe('deleting', () => {
  test('a product is removed from every list at once; a second deletion does not find it', async () => {
    const id = await add({ name: 'Bilbywood Bowl' })
    expect(await seller.delete(`/private/product/delete/${id}`)).toMatchObject({
      status: 200,
      body: { msg: 'Product Deleted Successfully' },
    })
    expect((await detail(id)).status).toBe(404)
    expect(await found('bilbywood')).toEqual([])
    const lists = [
      `/public/product/sub_category/${subcategory.subCategoryId}?limit=200`,
      `/public/product/category/${subcategory.categoryId}?limit=200`,
    ]
    for (const list of lists)
      expect((await shop.client().get(list)).body.map((p: { id: string }) => p.id)).not.toContain(id)
    const own = await itemsOf<{ id: string }>(seller, '/private/product/get-by-seller')
    expect(own.map((p) => p.id)).not.toContain(id)
    for (const again of [
      await seller.delete(`/private/product/delete/${id}`),
      await edit(id, input()),
      await seller.get(`/private/product/edit/get-form/${id}`),
    ])
      expect(again.status).toBe(404)
  })

  test('in carts and wishlists it is marked and cannot be paid, a paid checkout becomes an order, and orders keep it', async () => {
    const id = await add({ name: 'Possumwood Spoon', noOfUnits: 10 })
    const paying = await buyerWith(id, 2)
    const items = await cartOf(paying)
    const { body: orderId } = await startPaying(paying)
    const waiting = await buyerWith(id)
    const wishing = await shop.customer()
    await wishing.get(`/private/wishlist/add/${id}`)

    await seller.delete(`/private/product/delete/${id}`)
    expect((await waiting.get('/private/cart/get')).body).toMatchObject([{ productId: id, available: false }])
    const check = await waiting.post('/private/order/check', await cartOf(waiting))
    expect(check.body).toMatchObject({ status: 'false', msg: expect.stringContaining('Possumwood Spoon') })
    expect((await startPaying(waiting)).status).toBe(409)
    expect((await wishing.get('/private/wishlist/get')).body).toMatchObject([{ id, available: false }])

    const answer = await pay(shop, orderId)
    expect((await verify(paying, answer)).status).toBe(200)
    expect((await create(paying, items)).status).toBe(200)
    expect((await paying.get('/private/order/get/customer')).body).toMatchObject([
      { product: { name: 'Possumwood Spoon', imageUrl: picture }, quantity: 2, status: 'pending' },
    ])
    expect((await fetch(picture)).status).toBe(200)
    expect(await brokenInvariants(shop.db)).toEqual([])
  })
})

describe('the own list', () => {
  let lister: Seller
  beforeAll(async () => {
    lister = await newSeller(shop)
    await shop.db.query(sql`
      insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
        height_cm, length_cm, width_cm, weight_grams, images, search, search_text)
      select gen_random_uuid(), ${lister.accountId}, ${subcategory.categoryId}, ${subcategory.subCategoryId}, 'Bowl ' || n, 9900, 'd', 'd',
        n % 30, 1, 1, 1, 1, ${['/media/p/test/480.webp']}::text[], '', 'bowl ' || n from generate_series(1, 120) as n`)
    await add({ name: 'Café-Crème Brush 50%', noOfUnits: 5 }, lister)
  })
  const names = async (query: string) =>
    (await itemsOf<{ name: string }>(lister, `/private/product/get-by-seller?${query}`)).map((p) => p.name)

  test('pages reach every product once, newest first, with the fields of a list', async () => {
    const pages = await names('limit=50')
    expect([pages.length, new Set(pages).size]).toEqual([121, 121])
    const first = await lister.get('/private/product/get-by-seller?limit=50')
    expect(first.headers.get('x-total-count')).toBe('121')
    const [newest] = (await lister.get('/private/product/get-by-seller?search=brush')).body
    expect(newest).toEqual({
      id: expect.any(String),
      name: 'Café-Crème Brush 50%',
      price: 249.5,
      imageUrl: picture,
      description: 'A brush with bristles of agave.',
      noOfUnits: 5,
      subCategoryName: 'Brushes of wood',
      subCategoryId: subcategory.subCategoryId,
    })
  })

  test('search looks for every word in the name, in any case and without accents, and takes signs as they are', async () => {
    expect(await names('search=BRU%20cafe')).toEqual(['Café-Crème Brush 50%'])
    expect(await names('search=caf%C3%A9-cr%C3%A8me')).toEqual(['Café-Crème Brush 50%'])
    expect(await names('search=50%25')).toEqual(['Café-Crème Brush 50%'])
    expect(await names('search=_zzz')).toEqual([])
    expect((await names('search=bowl%2011')).toSorted()).toEqual(
      ['Bowl 11', ...Array.from({ length: 10 }, (_, i) => `Bowl ${110 + i}`)].toSorted(),
    )
  })

  test('by stock: low is 1 to 9, out is none', async () => {
    expect((await names('stock=out')).length).toBe(4)
    expect((await names('stock=low')).length).toBe(37)
    expect((await names('stock=in')).length).toBe(117)
    expect(await names('stock=low&search=brush')).toEqual(['Café-Crème Brush 50%'])
  })

  test('what is no filter, cursor or limit is refused', async () => {
    for (const query of ['stock=some', 'cursor=x', 'limit=0', 'limit=201', `search=${'x'.repeat(101)}`])
      expect((await lister.get(`/private/product/get-by-seller?${query}`)).status).toBe(400)
  })
})
