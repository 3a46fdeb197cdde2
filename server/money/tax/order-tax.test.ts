/** The tax of orders as they are bought (docs/money.md, Tax). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { gstCheckCharacter } from '../../../contract/gstin.ts'
import { buy } from '../../../tests/setup/buying.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { addProduct, putInCart, testAddress } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
let sellers: Record<'Rajasthan' | 'Karnataka' | 'Chandigarh', Seller>
beforeAll(async () => {
  shop = await startTestShop()
  const register = (state: string, code: string) => {
    const gst = `${code}AAGCB7383J1Z`
    return addSeller(shop, { state, GSTNumber: gst + gstCheckCharacter(gst) })
  }
  sellers = {
    Rajasthan: await register('Rajasthan', '08'),
    Karnataka: await register('Karnataka', '29'),
    Chandigarh: await register('Chandigarh', '04'),
  }
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

async function listing(seller: Seller, pricePaise: number, hsnCode: string | null): Promise<string> {
  const { id } = await addProduct(shop, { seller, pricePaise })
  await shop.db.query(sql`update product set hsn_code = ${hsnCode} where id = ${id}`)
  return id
}

interface Line {
  id: string
  quantity?: number
}
async function bought(lines: readonly Line[], address: object = testAddress): Promise<string[]> {
  const customer = await shop.customer()
  await customer.post('/private/address/add', address)
  for (const { id, quantity = 1 } of lines) await putInCart(customer, id, quantity)
  const { status, body } = await buy(shop, customer)
  expect(status).toBe(200)
  return body.map((order: { id: string }) => order.id)
}

const taxOf = async (orders: readonly string[]) =>
  shop.db.query<{ rate: number }>(sql`
    select t.hsn_code as hsn, t.rate_bp as rate, t.seller_state as "from", t.place_of_supply as to, t.gross_paise as gross,
      t.taxable_paise as taxable, t.cgst_paise as cgst, t.sgst_paise as sgst, t.utgst_paise as utgst, t.igst_paise as igst
    from order_tax t join orders o on o.id = t.order_id where o.id = any(${orders}::uuid[])
    order by array_position(${orders}::uuid[], o.id)`)

describe('an order that is paid', () => {
  test('has IGST from another state and CGST and SGST from the same one, by the line, half up', async () => {
    const orders = await bought([
      { id: await listing(sellers.Karnataka, 29_900, '340111') },
      // 3 × 149.00 = 447.00; 447 × 9 / 118 = 34.093.
      { id: await listing(sellers.Rajasthan, 14_900, '3304'), quantity: 3 },
      { id: await listing(sellers.Rajasthan, 4_050, '0602') },
    ])
    const rajasthan = { to: 'Rajasthan', utgst: 0 }
    const rows = await taxOf(orders)
    expect(rows).toHaveLength(3)
    expect(rows).toEqual(
      expect.arrayContaining([
        {
          ...rajasthan,
          hsn: '340111',
          rate: 500,
          from: 'Karnataka',
          gross: 29_900,
          taxable: 28_476,
          cgst: 0,
          sgst: 0,
          igst: 1_424,
        },
        {
          ...rajasthan,
          hsn: '3304',
          rate: 1_800,
          from: 'Rajasthan',
          gross: 44_700,
          taxable: 37_882,
          cgst: 3_409,
          sgst: 3_409,
          igst: 0,
        },
        {
          ...rajasthan,
          hsn: '0602',
          rate: 0,
          from: 'Rajasthan',
          gross: 4_050,
          taxable: 4_050,
          cgst: 0,
          sgst: 0,
          igst: 0,
        },
      ]),
    )
  })

  test('has CGST and UTGST within a union territory without a legislature', async () => {
    const address = { ...testAddress, city: 'Chandigarh', state: 'Chandigarh', pinCode: '160017' }
    const [row] = await taxOf(
      await bought([{ id: await listing(sellers.Chandigarh, 29_900, '340111') }], address),
    )
    expect(row).toMatchObject({ taxable: 28_476, cgst: 712, sgst: 0, utgst: 712, igst: 0 })
  })

  test('of a listing without an HSN code has the general rate', async () => {
    const [row] = await taxOf(await bought([{ id: await listing(sellers.Karnataka, 11_800, null) }]))
    expect(row).toMatchObject({ hsn: null, rate: 1_800, taxable: 10_000, igst: 1_800 })
  })

  test('goes by the price of one piece, not of all: three garments for ₹900 each have 5 %, one for ₹2,700 has 18 %', async () => {
    const orders = await bought([
      { id: await listing(sellers.Karnataka, 90_000, '6109'), quantity: 3 },
      { id: await listing(sellers.Karnataka, 270_000, '6109') },
    ])
    expect(new Set((await taxOf(orders)).map(({ rate }) => rate))).toEqual(new Set([500, 1_800]))
  })

  test('keeps its tax when the rate, the code or the seller changes afterwards', async () => {
    const product = await listing(sellers.Karnataka, 29_900, '340111')
    const orders = await bought([{ id: product }])
    const before = await taxOf(orders)
    await shop.db.query(sql`update product set hsn_code = '3304' where id = ${product}`)
    await shop.db.query(sql`update gst_rate set rate_bp = 1200 where hsn_prefix = '3401'`)
    expect(await taxOf(orders)).toEqual(before)
    await shop.db.query(sql`update gst_rate set rate_bp = 500 where hsn_prefix = '3401'`)
  })

  test('refuses every change of its tax in the database, and loses it with the order only', async () => {
    const [order = ''] = await bought([{ id: await listing(sellers.Karnataka, 29_900, '340111') }])
    for (const statement of [
      sql`update order_tax set rate_bp = 1800 where order_id = ${order}`,
      sql`delete from order_tax where order_id = ${order}`,
      sql`truncate order_tax`,
    ])
      await expect(shop.db.query(statement)).rejects.toThrow('the tax of an order does not change')
    await expect(
      shop.db.transaction(async (tx) => {
        await tx.query(sql`delete from orders where id = ${order}`)
        expect(await tx.query(sql`select from order_tax where order_id = ${order}`)).toEqual([])
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
  })
})

test('the database refuses taxes that do not add up or mix the two forms', async () => {
  const [order = ''] = await bought([{ id: await listing(sellers.Karnataka, 29_900, '340111') }])
  const insert = (state: string, taxable: number, cgst: number, sgst: number, igst: number) =>
    shop.db
      .transaction(async (tx) => {
        // Triggers are off, so that the same order gets another row.
        await tx.execute('alter table order_tax disable trigger user')
        await tx.query(sql`delete from order_tax where order_id = ${order}`)
        await tx.query(sql`
          insert into order_tax values (${order}, null, 500, 'x', ${state}, 'Goa', 10500, ${taxable}, ${cgst}, ${sgst}, 0, ${igst},
            (select max(id) from seller_identity))`)
      })
      .catch((error) => error.constraint)
  expect(await insert('Goa', 10_001, 250, 250, 0)).toBe('order_tax_adds_up')
  expect(await insert('Goa', 10_000, 0, 0, 500)).toBe('order_tax_in_one_form')
  expect(await insert('Goa', 10_000, 300, 200, 0)).toBe('order_tax_in_one_form')
  expect(await insert('Delhi', 10_000, 250, 250, 0)).toBe('order_tax_in_one_form')
})
