/** HSN codes of products: search, choice, refusals, listings without one (api-rules §6). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hsnCodeWithoutRate, noSuchHsnCode } from '../../../contract/hsn.ts'
import { openProductForm, type ProductForm } from '../../../tests/setup/product-form.ts'
import { addSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let setup: ProductForm
beforeAll(async () => {
  shop = await startTestShop()
  setup = await openProductForm(shop)
  // A code with a rate of its own that ended long ago, outside the seeded headings.
  await shop.db.query(sql`insert into hsn_code (code, description) values ('9999', 'Quokka hats')`)
  await shop.db.query(sql`
    insert into gst_rate (hsn_prefix, rate_bp, valid_from, valid_to) values ('9999', 1200, '2017-07-01', '2025-09-21')`)
})
afterAll(() => shop.stop())

const search = async (words: string) =>
  (await shop.client().get(`/public/hsn?search=${encodeURIComponent(words)}`)).body
const codes = async (words: string) => (await search(words)).map(({ code }: { code: string }) => code)

describe('public/hsn', () => {
  test('finds codes by their first digits and by words, also unfinished ones and in another number, for anybody', async () => {
    expect(await search('340111')).toEqual([
      {
        code: '340111',
        description: 'Toilet soap in bars and cakes',
        rate: 5,
        valueUpTo: null,
        rateAbove: null,
      },
      expect.objectContaining({ code: '3401', rate: 5 }),
    ])
    expect(await codes('3401')).toEqual(['3401', '340111', '340119', '340120', '340130'])
    expect(await codes('candle')).toEqual(['3406'])
    expect(await codes('Candles')).toEqual(['3406'])
    expect(await codes('tooth powd')).toEqual(['330610'])
    expect(await codes('soap bar')).toEqual(['340119', '340111'])
    // A code whose description begins with the word comes first, one with it inside another word last.
    const soaps = await codes('soap')
    expect([soaps[0], soaps.at(-1)]).toEqual(['3401', '1211'])
  })

  test('offers the shorter code to somebody who types the eight digits of an invoice', async () => {
    expect(await codes('34011190')).toEqual(['3401', '340111'])
  })

  test('tells both rates where the value of a piece decides', async () => {
    expect(await search('6109')).toEqual([
      { code: '6109', description: expect.any(String), rate: 5, valueUpTo: 2_500, rateAbove: 18 },
    ])
  })

  test('answers at most 20, nothing for blanks, and no code whose rate has ended', async () => {
    expect(await codes('e')).toHaveLength(20)
    expect(await codes(' ')).toEqual([])
    expect(await codes('quokka')).toEqual([])
    expect((await shop.client().get('/public/hsn')).status).toBe(400)
    expect((await shop.client().get(`/public/hsn?search=${'x'.repeat(101)}`)).status).toBe(400)
  })

  test.each(['%', '_', "'", '\\', '34%', '🌿'])('takes %s for what it is', async (words) => {
    expect(await codes(words)).toEqual([])
  })
})

describe("a product's HSN code", () => {
  test('is kept, changed, taken away and left alone by an edit that does not speak of it', async () => {
    const id = await setup.add({ hsnCode: ' 340111 ' })
    const now = async () => (await setup.formOf(id)).hsnCode
    expect(await now()).toBe('340111')
    const edit = async (more: object) => (await setup.edit(id, setup.input(more))).status
    expect(await edit({ price: 99 })).toBe(200)
    expect(await now()).toBe('340111')
    expect(await edit({ hsnCode: '3406' })).toBe(200)
    expect(await now()).toBe('3406')
    expect(await edit({ hsnCode: null })).toBe(200)
    expect(await now()).toBeNull()
  })

  test.each([
    ['1234', noSuchHsnCode],
    ['99999999', noSuchHsnCode],
    ['9999', hsnCodeWithoutRate],
    ['34011', 'An HSN code has 4, 6 or 8 digits.'],
    ['soap', 'An HSN code has 4, 6 or 8 digits.'],
    ['', 'An HSN code has 4, 6 or 8 digits.'],
    [3401, 'An HSN code is text.'],
  ])('that is %j is refused with its words, and nothing changes', async (hsnCode, words) => {
    const added = await setup.seller.post(
      '/private/product/add',
      setup.input({ name: 'Refused Brush', hsnCode }),
    )
    expect([added.status, added.body.msg, added.body.fields]).toEqual([400, words, { hsnCode: words }])
    expect(await shop.db.query(sql`select from product where name = 'Refused Brush'`)).toEqual([])
    const id = await setup.add({ hsnCode: '3406' })
    const edited = await setup.edit(id, setup.input({ price: 1, hsnCode }))
    expect([edited.status, edited.body.fields]).toEqual([400, { hsnCode: words }])
    expect(await setup.formOf(id)).toMatchObject({ price: 249.5, hsnCode: '3406' })
  })

  test('whose rate has ended stays, so that everything else can be changed', async () => {
    const id = await setup.add()
    await shop.db.query(sql`update product set hsn_code = '9999' where id = ${id}`)
    expect((await setup.edit(id, setup.input({ price: 99, hsnCode: '9999' }))).status).toBe(200)
    expect(await setup.formOf(id)).toMatchObject({ price: 99, hsnCode: '9999' })
  })

  test("that is missing is listed for its seller, with the count, and no other seller's", async () => {
    const seller = await addSeller(shop)
    const without = await setup.add({ name: 'Dish Brush' }, seller)
    await setup.add({ name: 'Bath Brush', hsnCode: '9603' }, seller)
    const missing = await seller.get('/private/product/get-by-seller?hsn=missing&limit=1')
    expect(missing.body).toEqual([expect.objectContaining({ id: without, hsnCode: null })])
    expect(missing.headers.get('x-total-count')).toBe('1')
    expect((await seller.get('/private/product/get-by-seller?hsn=missing&search=bath')).body).toEqual([])
    const all = await seller.get('/private/product/get-by-seller')
    expect(all.body.map(({ hsnCode }: { hsnCode: string | null }) => hsnCode)).toEqual(['9603', null])
    expect((await seller.get('/private/product/get-by-seller?hsn=all')).status).toBe(400)
  })
})
