/** The edit of a product, also while buyers hold and buy it (specification §5, §8; api-rules §6). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cartOf, create, pay, startPaying, verify } from '../../tests/setup/buying.ts'
import { openProductForm, type ProductForm } from '../../tests/setup/product-form.ts'
import { brokenInvariants } from '../../tests/setup/invariants.ts'
import { uploaded } from '../../tests/setup/pictures.ts'
import { productInput, unitsOf, customerWithCart } from '../../tests/setup/products.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { endHolds } from '../../tests/setup/clock.ts'
import { sweepCheckouts } from '../buying/checkout/sweep-checkouts.ts'
import { sql } from '../platform/db/sql.ts'

let shop: TestShop
let setup: ProductForm
beforeAll(async () => {
  shop = await startTestShop()
  setup = await openProductForm(shop)
})
afterAll(() => shop.stop())

async function releaseHolds(): Promise<void> {
  await endHolds(shop)
  await sweepCheckouts(shop.running.shop)
}

describe('editing', () => {
  test('every field can be changed, and search follows', async () => {
    const id = await setup.add({ name: 'Wobbegong Brush' })
    const second = await uploaded(setup.seller)
    const changed = productInput(setup.otherSubcategory, [second], {
      name: 'Numbatwood Comb',
      price: 19.99,
      description: 'Another text.',
      noOfUnits: 7,
      details: 'Material: neem',
      height: 1,
      length: 2.25,
      width: 3,
      weight: 4.5,
      hsnCode: '9615',
    })
    const { status, body } = await setup.edit(id, { ...changed, version: (await setup.formOf(id)).version })
    expect([status, body]).toEqual([
      200,
      { msg: 'Product updated successfully!', version: expect.any(String), heldUnits: 0 },
    ])
    expect(await setup.formOf(id)).toMatchObject({ ...changed, id, version: body.version })
    expect([await setup.found('wobbegong'), await setup.found('numbatwod')]).toEqual([[], [id]])
    expect((await setup.detail(id)).body).toMatchObject({ price: 19.99, subCategoryName: 'Soaps of wood' })
  })

  test('all fields are required, and at most 5 images in its own words', async () => {
    const id = await setup.add()
    expect((await setup.edit(id, {})).body.fields).toMatchObject({
      name: 'All fields are required!',
      price: 'All fields are required!',
      imageUrls: 'Please select at least one image!',
    })
    expect((await setup.edit(id, setup.input({ imageUrls: Array(6).fill(setup.picture) }))).body.msg).toBe(
      'You can have a maximum of 5 images.',
    )
    expect((await setup.edit(id, { ...setup.input(), version: 'latest' })).status).toBe(400)
  })

  test('pictures that a product has already are accepted, whatever they are', async () => {
    const id = await setup.add()
    const old = '/media/p/somewhere-else/480.webp'
    await shop.db.query(sql`update product set images = ${[old]}::text[] where id = ${id}`)
    const { imageUrls } = await setup.formOf(id)
    expect((await setup.edit(id, setup.input({ imageUrls: [...imageUrls, setup.picture] }))).status).toBe(200)
    expect((await setup.formOf(id)).imageUrls).toEqual([shop.url + old, setup.picture])
  })

  test('two tabs: the second save is refused as a whole; of many at once one succeeds', async () => {
    const id = await setup.add()
    const { version } = await setup.formOf(id)
    expect((await setup.edit(id, { ...setup.input({ name: 'First tab' }), version })).status).toBe(200)
    const second = await setup.edit(id, { ...setup.input({ name: 'Second tab' }), version })
    expect([second.status, second.body.msg]).toEqual([
      409,
      'This product was changed in another window. Please reload it and make your changes again.',
    ])
    const { name, version: now } = await setup.formOf(id)
    expect(name).toBe('First tab')
    const racers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        setup.edit(id, { ...setup.input({ name: `Racer ${i}` }), version: now }),
      ),
    )
    expect(racers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(racers.filter((answer) => answer.status === 409)).toHaveLength(7)
    // A save without a version overwrites the product.
    expect((await setup.edit(id, setup.input({ name: 'Plain client' }))).status).toBe(200)
  })

  test('a form that claims to have shown fewer units than it did brings no more than a million', async () => {
    const id = await setup.add({ noOfUnits: 1_000_000 })
    const [version] = (await setup.formOf(id)).version.split('-')
    const claim = { ...setup.input({ noOfUnits: 1_000_000 }), version: `${version}-0` }
    expect((await setup.edit(id, claim)).status).toBe(200)
    expect((await setup.formOf(id)).noOfUnits).toBe(1_000_000)
  })

  test('pieces sold while the form was open stay sold', async () => {
    const id = await setup.add({ noOfUnits: 10 })
    const form = await setup.formOf(id)
    const buyer = await customerWithCart(shop, [{ id }], 3)
    const items = await cartOf(buyer)
    const { body: orderId } = await startPaying(buyer)
    const answer = await pay(shop, orderId)
    await verify(buyer, answer)
    expect((await create(buyer, items)).status).toBe(200)
    expect(await unitsOf(shop, id)).toBe(7)
    // Only the text was changed.
    expect((await setup.edit(id, { ...form, description: 'New text.' })).status).toBe(200)
    expect(await unitsOf(shop, id)).toBe(7)
    // Five more came in: 7 shown, 12 typed.
    const again = await setup.formOf(id)
    expect(again.noOfUnits).toBe(7)
    await setup.edit(id, { ...again, noOfUnits: 12 })
    expect(await unitsOf(shop, id)).toBe(12)
  })

  test('pieces in an unpaid checkout count as not sold: they are shown, kept for the buyer, and back without a payment', async () => {
    const id = await setup.add({ noOfUnits: 10 })
    const buyer = await customerWithCart(shop, [{ id }], 4)
    await startPaying(buyer)
    expect(await unitsOf(shop, id)).toBe(6)
    const form = await setup.formOf(id)
    expect(form.noOfUnits).toBe(10)
    // Sent by a client that does not say what its form showed: 8 pieces, 4 of them held.
    const saved = await setup.edit(id, setup.input({ noOfUnits: 8 }))
    expect(saved.body).toMatchObject({ heldUnits: 4 })
    expect(await unitsOf(shop, id)).toBe(4)
    // Fewer than the buyer holds: nothing is free, and the stock in the database does not go below zero.
    await setup.edit(id, setup.input({ noOfUnits: 1 }))
    expect(await unitsOf(shop, id)).toBe(0)
    expect((await setup.edit(id, { ...(await setup.formOf(id)), noOfUnits: 0 })).status).toBe(200)
    expect(await unitsOf(shop, id)).toBe(0)
    await shop.db.query(
      sql`update checkout set hold_expires_at = now() - interval '30 seconds' where state = 'open'`,
    )
    expect(await brokenInvariants(shop.db)).toEqual([])
  })

  test('pieces that the seller removes while they are held do not come back on sale when the hold ends', async () => {
    const id = await setup.add({ noOfUnits: 5 })
    const buyer = await customerWithCart(shop, [{ id }], 2)
    expect((await startPaying(buyer)).status).toBe(200)
    expect((await setup.edit(id, { ...(await setup.formOf(id)), noOfUnits: 0 })).status).toBe(200)
    expect((await setup.formOf(id)).noOfUnits).toBe(0)
    await releaseHolds()
    expect(await unitsOf(shop, id)).toBe(0)
    expect((await setup.formOf(id)).noOfUnits).toBe(0)
    // One of two held pieces is withdrawn: one returns to the stock.
    await setup.edit(id, setup.input({ noOfUnits: 4 }))
    expect((await startPaying(buyer)).status).toBe(200)
    await setup.edit(id, setup.input({ noOfUnits: 1 }))
    expect((await setup.formOf(id)).noOfUnits).toBe(1)
    await releaseHolds()
    expect(await unitsOf(shop, id)).toBe(1)
  })

  test('20 buyers and 20 saves at the same moment: every piece is counted once', async () => {
    const id = await setup.add({ noOfUnits: 100 })
    const { version, ...form } = await setup.formOf(id)
    const saves = Array.from({ length: 20 }, async () => {
      const shown = Number(version.split('-')[1])
      // The version is taken from the newest form, the shown units stay: each save means one piece more.
      const now = (await setup.formOf(id)).version.split('-')[0]
      return setup.edit(id, { ...form, noOfUnits: shown + 1, version: `${now}-${shown}` })
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
