/** Making and deleting categories and subcategories (specification §5, §7, §8; api-rules §2, §6). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy } from '../../tests/setup/buying.ts'
import { addAdmin, type Admin, auditOf } from '../../tests/setup/people.ts'
import { addProduct, customerWithCart, addSubcategory } from '../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { setDeleted } from '../../tests/setup/change-product.ts'
import { sql } from '../platform/db/sql.ts'

let shop: TestShop
let admin: Admin

beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
afterAll(() => shop?.stop())

const names = async (path: string) => (await shop.client().get(path)).body.map((row: any) => row.name)
const picture = 'https://pictures.example.test/a.webp'

async function category(name: string): Promise<number> {
  const { status, body } = await admin.get(`/public/admin/create-category/${encodeURIComponent(name)}`)
  expect(status).toBe(200)
  return body.id
}

async function subcategory(name: string, categoryId: number): Promise<number> {
  const { status, body } = await admin.post('/public/admin/create-subcategory', {
    name,
    imageUrl: picture,
    categoryId,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

describe('create-category', () => {
  test('by GET makes it and everybody sees it; the name is trimmed and taken as it is written', async () => {
    const { status, body, headers } = await admin.get(
      '/public/admin/create-category/%20Home%20%26%2F%20Garden%20',
    )
    expect({ status, body }).toEqual({
      status: 200,
      body: { msg: 'Catogary added Successfully', id: expect.any(Number), name: 'Home &/ Garden' },
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(await names('/public/category/all')).toContain('Home &/ Garden')
  })

  test('has a POST alias', async () => {
    expect((await admin.post('/public/admin/create-category/By%20Post')).status).toBe(200)
    expect(await names('/public/category/all')).toContain('By Post')
  })

  test('refuses a taken name in whatever case, a blank one and one too long', async () => {
    await category('Once')
    expect((await admin.get('/public/admin/create-category/ONCE')).status).toBe(409)
    expect((await admin.get('/public/admin/create-category/%20')).status).toBe(400)
    expect((await admin.get(`/public/admin/create-category/${'n'.repeat(101)}`)).status).toBe(400)
  })

  test('ten at once with one name make one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.get('/public/admin/create-category/Race')),
    )
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(409),
    ])
  })

  test.each([
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    [{ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    [
      {
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'cors',
        'sec-fetch-dest': 'empty',
        'sec-purpose': 'prefetch',
      },
    ],
    [{ origin: 'https://elsewhere.test' }],
  ])('changes nothing when the browser says it is no call of a page of ours: %j', async (headers) => {
    const { status } = await admin.get(
      '/public/admin/create-category/Forged',
      headers as Record<string, string>,
    )
    expect(status).toBe(403)
    expect(await names('/public/category/all')).not.toContain('Forged')
  })

  test('HEAD changes nothing', async () => {
    const { status } = await admin.request('/public/admin/create-category/Looked', { method: 'HEAD' })
    expect(status).toBe(405)
    expect(await names('/public/category/all')).not.toContain('Looked')
  })

  test('is the administrator’s alone', async () => {
    const buyer = await shop.customer()
    expect((await buyer.get('/public/admin/create-category/Mine')).status).toBe(403)
    expect((await shop.client().get('/public/admin/create-category/Mine')).status).toBe(401)
    expect(await names('/public/category/all')).not.toContain('Mine')
  })
})

describe('create-subcategory', () => {
  test('needs a name, a picture and an existing category; a name exists once in a category', async () => {
    const id = await category('Kitchen')
    const other = await category('Bath')
    const body = { name: 'Straws', imageUrl: picture, categoryId: String(id) }
    expect((await admin.post('/public/admin/create-subcategory', body)).body).toMatchObject({
      msg: 'Subcatogary added Successfully',
      name: 'Straws',
    })
    expect((await admin.post('/public/admin/create-subcategory', { ...body, name: 'straws' })).status).toBe(
      409,
    )
    await subcategory('Straws', other)
    for (const wrong of [{ name: ' ' }, { imageUrl: '' }, { categoryId: '' }, { categoryId: 'x' }])
      expect((await admin.post('/public/admin/create-subcategory', { ...body, ...wrong })).status).toBe(400)
    expect(
      (await admin.post('/public/admin/create-subcategory', { ...body, categoryId: 999_999 })).status,
    ).toBe(404)
    expect(await names(`/public/category/${id}/get`)).toEqual(['Straws'])
  })

  test.each([
    'javascript:alert(1)',
    'http://pictures.example.test/a.png',
    'data:image/png;base64,AA',
    'https://a:b@c.test/x',
    '/media/p/u-00000000000000000000000000000000/480.webp',
    'a.png',
  ])('refuses %s as a picture', async (imageUrl) => {
    const categoryId = await category(`For ${imageUrl}`.slice(0, 60).replaceAll('/', '|'))
    const { status, body } = await admin.post('/public/admin/create-subcategory', {
      name: 'S',
      imageUrl,
      categoryId,
    })
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { imageUrl: expect.any(String) } })
  })
})

describe('deleting', () => {
  test('a category goes with its empty subcategories', async () => {
    const id = await category('Passing')
    await subcategory('Passing Too', id)
    const { status, body } = await admin.delete(`/public/admin/delete-category/${id}`)
    expect({ status, body }).toEqual({ status: 200, body: { msg: 'Catogary Deleted Successfully' } })
    expect(await names('/public/category/all')).not.toContain('Passing')
    expect(await names('/public/category/sub/all')).not.toContain('Passing Too')
    expect((await admin.delete(`/public/admin/delete-category/${id}`)).status).toBe(404)
    expect((await admin.delete('/public/admin/delete-category/x')).status).toBe(404)
  })

  test('while they have products, a category and its subcategory stay, and the answer says how many', async () => {
    const product = await addProduct(shop)
    const [tree] = (await admin.get('/public/admin/category-tree')).body.filter(
      (c: any) => c.name === 'Test Category',
    )
    expect(tree).toMatchObject({ products: 1, subcategories: [{ name: 'Test Subcategory', products: 1 }] })
    const whole = await admin.delete(`/public/admin/delete-category/${tree.id}`)
    expect(whole).toMatchObject({ status: 409 })
    expect(whole.body.msg).toBe(
      "'Test Category' still has 1 product: Test Subcategory (1). They have to be moved or deleted by their sellers first.",
    )
    const part = await admin.delete(`/public/admin/delete-subcategory/${tree.subcategories[0].id}`)
    expect(part.status).toBe(409)
    expect(part.body.msg).toContain("'Test Subcategory' still has 1 product.")
    await setDeleted(shop, product.id)
  })

  test('deleted products do not prevent it; their orders stay as they are', async () => {
    const product = await addProduct(shop)
    const buyer = await customerWithCart(shop, [product])
    expect((await buy(shop, buyer)).status).toBe(200)
    await setDeleted(shop, product.id)
    const [tree] = (await admin.get('/public/admin/category-tree')).body.filter(
      (c: any) => c.name === 'Test Category',
    )
    expect(tree.products).toBe(0)
    const removed = await admin.delete(`/public/admin/delete-subcategory/${tree.subcategories[0].id}`)
    expect(removed).toMatchObject({ status: 200, body: { msg: 'Subcategory removed' } })
    expect((await admin.delete(`/public/admin/delete-category/${tree.id}`)).status).toBe(200)
    expect((await buyer.get('/private/order/get/customer')).body).toHaveLength(1)
    expect((await admin.get('/public/admin/all-orders')).body).toHaveLength(1)
  })

  test('the database refuses to delete the category of a product that is on sale', async () => {
    await addProduct(shop, { subcategory: await addSubcategory(shop, 'Shelves in use') })
    await expect(
      shop.db.query(
        sql`update product set category_id = null, subcategory_id = null where deleted_at is null`,
      ),
    ).rejects.toMatchObject({ code: '23514' })
  })
})

test('each of them is recorded in the audit', async () => {
  const id = await category('Noted')
  const sub = await subcategory('Noted Too', id)
  await admin.delete(`/public/admin/delete-subcategory/${sub}`)
  await admin.delete(`/public/admin/delete-category/${id}`)
  const acts = await auditOf(admin, { q: 'Noted' })
  expect(acts.map(({ act, by, to }: any) => [act, by.name, to.kind, to.name])).toEqual([
    ['category-deleted', admin.email, 'category', 'Noted'],
    ['subcategory-deleted', admin.email, 'subcategory', 'Noted Too'],
    ['subcategory-created', admin.email, 'subcategory', 'Noted Too'],
    ['category-created', admin.email, 'category', 'Noted'],
  ])
})
