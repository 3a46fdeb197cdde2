/** A seller's products (specification §5, §7, §8; api-rules §6). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cartOf, create, pay, startPaying, verify } from '../../tests/setup/buying.ts'
import { openProductForm, type ProductForm } from '../../tests/setup/product-form.ts'
import { untilWaitingForLock } from '../../tests/setup/locks.ts'
import { brokenInvariants } from '../../tests/setup/invariants.ts'
import { uploaded } from '../../tests/setup/pictures.ts'
import { addSubcategory, productInput, customerWithCart } from '../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { itemsOf } from '../../tests/setup/walk-pages.ts'
import { sql } from '../platform/db/sql.ts'

let shop: TestShop
let setup: ProductForm
beforeAll(async () => {
  shop = await startTestShop()
  setup = await openProductForm(shop)
})
afterAll(() => shop.stop())

describe('adding', () => {
  test('a product is on sale, in its lists and found at once; the form returns what was typed', async () => {
    const before = (
      await shop.client().get(`/public/product/sub_category/${setup.subcategory.subCategoryId}`)
    ).body.length
    const second = await uploaded(setup.seller)
    const id = await setup.add({
      name: 'Quokkawood Brush',
      imageUrls: [second, setup.picture],
      price: 1_234.56,
    })
    expect((await setup.detail(id)).body).toMatchObject({
      name: 'Quokkawood Brush',
      price: 1_234.56,
      images: [second, setup.picture],
      noOfUnits: 100,
      sellerCompany: 'Test Bamboo Works',
    })
    const list = await shop.client().get(`/public/product/sub_category/${setup.subcategory.subCategoryId}`)
    expect([list.body[0].id, list.body.length, list.headers.get('x-total-count')]).toEqual([
      id,
      before + 1,
      String(before + 1),
    ])
    expect(await setup.found('quokkawood')).toEqual([id])
    // The search knows its words from now on, so a typing error is corrected.
    expect(await setup.found('quokkawod')).toEqual([id])
    // Without what it declares (declarations.test.ts).
    expect(await setup.formOf(id)).toMatchObject({
      ...setup.input({ name: 'Quokkawood Brush', imageUrls: [second, setup.picture], price: 1_234.56 }),
      id,
      hsnCode: null,
      version: expect.any(String),
    })
  })

  test('HTML, emoji and right-to-left text stay what they are', async () => {
    const texts = { name: '<script>"x"</script> 🌿', description: 'صابون\nيدوي', details: '<b>&amp;</b>\t👩‍🌾' }
    expect((await setup.detail(await setup.add(texts))).body).toMatchObject(texts)
  })

  test('the limits themselves are accepted', async () => {
    const least = await setup.add({
      name: 'n'.repeat(200),
      description: 'd'.repeat(5_000),
      details: 'x'.repeat(10_000),
      price: 1,
      noOfUnits: 0,
      height: 0.01,
    })
    const most = await setup.add({
      price: 1_000_000,
      noOfUnits: 1_000_000,
      imageUrls: [setup.picture, setup.picture, setup.picture, setup.picture, setup.picture],
    })
    expect(await setup.formOf(least)).toMatchObject({ price: 1, noOfUnits: 0, height: 0.01 })
    expect(await setup.formOf(most)).toMatchObject({ price: 1_000_000, noOfUnits: 1_000_000 })
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
    const { status, body } = await setup.seller.post('/private/product/add', setup.input({ [field]: value }))
    expect([status, body]).toEqual([400, { msg: words, fields: { [field]: words } }])
  })

  test('a subcategory of another category is refused', async () => {
    const { status, body } = await setup.seller.post(
      '/private/product/add',
      setup.input({ subCategoryId: setup.otherSubcategory.subCategoryId }),
    )
    expect([status, body.msg]).toEqual([400, 'This subcategory does not belong to the category.'])
  })

  test('a subcategory that is deleted at that very moment is refused', async () => {
    const going = await addSubcategory(shop, 'Going')
    const kept = await setup.add()
    const adding = await shop.db.transaction(async (tx) => {
      await tx.query(sql`delete from subcategory where id = ${going.subCategoryId}`)
      const answers = ['/private/product/add', `/private/product/edit/${kept}`].map((path) =>
        setup.seller.post(path, productInput(going, [setup.picture])),
      )
      // Both wait for the deletion.
      await untilWaitingForLock(shop, 2)
      return answers
    })
    for (const { status, body } of await Promise.all(adding))
      expect([status, body.msg]).toEqual([400, 'This subcategory does not belong to the category.'])
  })

  test('pictures only from our own store: no other host, no other path, nothing that was never uploaded', async () => {
    const words = 'Please upload this image again: it is not one of our image store.'
    const key = new URL(setup.picture).pathname.split('/')[3]
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
      const { status, body } = await setup.seller.post(
        '/private/product/add',
        setup.input({ imageUrls: [address] }),
      )
      expect([address, status, body.msg]).toEqual([address, 400, words])
    }
  })
})

describe('deleting', () => {
  test('a product is removed from every list at once; a second deletion does not find it', async () => {
    const id = await setup.add({ name: 'Bilbywood Bowl' })
    expect(await setup.seller.delete(`/private/product/delete/${id}`)).toMatchObject({
      status: 200,
      body: { msg: 'Product Deleted Successfully' },
    })
    expect((await setup.detail(id)).status).toBe(404)
    expect(await setup.found('bilbywood')).toEqual([])
    const lists = [
      `/public/product/sub_category/${setup.subcategory.subCategoryId}?limit=200`,
      `/public/product/category/${setup.subcategory.categoryId}?limit=200`,
    ]
    for (const list of lists)
      expect((await shop.client().get(list)).body.map((p: { id: string }) => p.id)).not.toContain(id)
    const own = await itemsOf<{ id: string }>(setup.seller, '/private/product/get-by-seller')
    expect(own.map((p) => p.id)).not.toContain(id)
    for (const again of [
      await setup.seller.delete(`/private/product/delete/${id}`),
      await setup.edit(id, setup.input()),
      await setup.seller.get(`/private/product/edit/get-form/${id}`),
    ])
      expect(again.status).toBe(404)
  })

  test('in carts and wishlists it is marked and cannot be paid, a paid checkout becomes an order, and orders keep it', async () => {
    const id = await setup.add({ name: 'Possumwood Spoon', noOfUnits: 10 })
    const paying = await customerWithCart(shop, [{ id }], 2)
    const items = await cartOf(paying)
    const { body: orderId } = await startPaying(paying)
    const waiting = await customerWithCart(shop, [{ id }])
    const wishing = await shop.customer()
    await wishing.get(`/private/wishlist/add/${id}`)

    await setup.seller.delete(`/private/product/delete/${id}`)
    expect((await waiting.get('/private/cart/get')).body).toMatchObject([{ productId: id, available: false }])
    const check = await waiting.post('/private/order/check', await cartOf(waiting))
    expect(check.body).toMatchObject({ status: 'false', msg: expect.stringContaining('Possumwood Spoon') })
    expect((await startPaying(waiting)).status).toBe(409)
    expect((await wishing.get('/private/wishlist/get')).body).toMatchObject([{ id, available: false }])

    const answer = await pay(shop, orderId)
    expect((await verify(paying, answer)).status).toBe(200)
    expect((await create(paying, items)).status).toBe(200)
    expect((await paying.get('/private/order/get/customer')).body).toMatchObject([
      { product: { name: 'Possumwood Spoon', imageUrl: setup.picture }, quantity: 2, status: 'pending' },
    ])
    expect((await fetch(setup.picture)).status).toBe(200)
    expect(await brokenInvariants(shop.db)).toEqual([])
  })
})

describe('the own list', () => {
  let lister: Seller
  beforeAll(async () => {
    lister = await addSeller(shop)
    for (let n = 1; n <= 120; n += 1)
      await setup.add(
        { name: `Bowl ${n}`, description: 'Round.', details: 'Clay', noOfUnits: n % 30 },
        lister,
      )
    await setup.add({ name: 'Café-Crème Brush 50%', noOfUnits: 5 }, lister)
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
      was: null,
      imageUrl: setup.picture,
      description: 'A brush with bristles of agave.',
      noOfUnits: 5,
      hsnCode: null,
      sku: null,
      version: 1,
      missing: expect.arrayContaining(['mrp', 'originCountry']),
      heldBack: false,
      offSale: null,
      state: 'on-sale',
      onSaleAt: null,
      subCategoryName: 'Brushes of wood',
      subCategoryId: setup.subcategory.subCategoryId,
      sellerCompany: expect.any(String),
      sellerId: expect.any(String),
      rating: null,
      ratingCount: 0,
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
