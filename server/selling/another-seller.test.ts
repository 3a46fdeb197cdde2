/** A seller can neither read nor change anything of another one through any call (api-rules §2). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mayCallForShop, teamAreas } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { buy, ordersOf } from '../../tests/setup/buying.ts'
import { uploaded } from '../../tests/setup/pictures.ts'
import {
  addSubcategory,
  productInput,
  type TestSubcategory,
  customerWithCart,
} from '../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { addMember } from '../../tests/setup/team.ts'
import { untilParcelRests } from '../../tests/setup/parcels.ts'
import { newId } from '../platform/db/ids.ts'
import { sql } from '../platform/db/sql.ts'

/**
 * The owner's names and bank account: the whole number, masked, and its last digits as a value. The digits inside other texts
 * are ignored, because random hex ids sometimes contain them.
 */
const ownersAlone = /echidna|424242424242|X2424|"2424"/i

let shop: TestShop
let owner: Seller
let stranger: Seller
/** Of the stranger's shop, with all areas. */
let member: Seller
let subcategory: TestSubcategory
let productId: string
let orderId: string
beforeAll(async () => {
  shop = await startTestShop({ courier: true })
  owner = await addSeller(shop, {
    companyName: 'Echidna Works',
    fullName: 'Echidna Owner',
    accountNo: '424242424242',
  })
  stranger = await addSeller(shop)
  member = await addMember(shop, stranger, teamAreas)
  subcategory = await addSubcategory(shop)
  const input = productInput(subcategory, [await uploaded(owner)], { name: 'Echidnawood Box' })
  productId = (await owner.post('/private/product/add', input)).body.id
  const buyer = await customerWithCart(shop, [{ id: productId }])
  await buy(shop, buyer)
  orderId = (await ordersOf(buyer))[0].id
  await untilParcelRests(shop, orderId)
})
afterAll(() => shop.stop())

/** Everything of the owner, as text. */
async function ownersRows(): Promise<string> {
  const rows = await shop.db.query(sql`
    select to_jsonb(a) as account, to_jsonb(s) as seller,
      (select jsonb_agg(p order by p.id) from product p where p.seller_id = a.id) as products,
      (select jsonb_agg(o order by o.id) from orders o where o.seller_id = a.id) as orders
    from account a join seller s on s.account_id = a.id where a.id = ${owner.id}`)
  expect(rows).toHaveLength(1)
  return JSON.stringify(rows)
}

test('every endpoint of a seller, called with the ids and the whole profile of another one, shows nothing and changes nothing', async () => {
  // Each call that refuses the stranger succeeds for the owner.
  for (const own of [`/private/product/edit/get-form/${productId}`, '/private/order/get/seller'])
    expect(JSON.stringify((await owner.get(own)).body)).toContain('Echidnawood Box')
  expect((await owner.request(`/private/order/label/${orderId}`, {})).status).toBe(200)
  const before = await ownersRows()
  const picture = await uploaded(stranger)
  const profile = (await owner.get('/private/profile')).body
  const theirs = {
    ...profile,
    ...productInput(subcategory, [picture], { name: 'Taken over' }),
    id: productId,
    sellerId: owner.id,
    accountId: owner.id,
    note: 'It left me whole.',
    restock: true,
    units: 1,
    reason: 'damaged',
    words: 'It is lighter.',
    photos: [newId()],
    shown: true,
    code: 'handmade',
    covers: 'making',
    evidenceKind: 'own-declaration',
    issuedOn: '2026-01-01',
    'gst-certificate': `d-${newId()}`,
    'cancelled-cheque': `d-${newId()}`,
    identity: `d-${newId()}`,
    satisfied: true,
    options: ['size'],
    sameThing: false,
    members: [{ productId, values: ['Taken'], price: 1, weight: 1, noOfUnits: 1 }],
    base: productId,
    seen: newId(),
    last: newId(),
    no: 0,
    salePrice: 1,
    saleBegins: null,
    saleEnds: '2027-01-01T00:00:00Z',
    bulkPrices: [{ from: 2, price: 1 }],
    accept: true,
    areas: ['orders'],
    pictures: [{ name: 'a.jpg', address: picture }],
  }
  // Where two calls give one name another meaning.
  const otherwise: Record<string, object> = {
    'review.report': { reason: 'abusive' },
    'question.report': { reason: 'abusive' },
    'prices.save': { version: 1 },
    'listing.setState': { state: 'hidden', onSaleAt: null },
    'bulkEdit.edit': { rows: [{ id: productId, version: 1, edit: { what: 'stock', to: 1 } }] },
  }
  const query = `?sellerId=${owner.id}&accountId=${owner.id}&email=${encodeURIComponent(owner.email)}&search=echidna`
  const told: string[] = []
  const calls = Object.entries(endpoints).filter(([, spec]) => spec.roles.includes('SELLER'))
  expect(calls.length).toBeGreaterThan(8)
  for (const [id, spec] of calls) {
    const withId = /\{(?!month)\w+\}/.test(spec.path)
    const ids = withId ? [productId, orderId, owner.id] : [owner.id]
    const asked = ids.map((foreign) => ({ by: stranger, foreign }))
    // What only the other shop's owner may is refused before.
    if (mayCallForShop(spec, teamAreas)) asked.push({ by: member, foreign: productId })
    for (const { by, foreign } of asked) {
      const path =
        spec.path
          .replace('{month}', '2026-01')
          .replace('{key}', `d-${foreign}`)
          .replace('{number}', foreign.slice(0, 18))
          .replace(/\{\w+\}/g, foreign) + (spec.method === 'GET' ? query : '')
      const answer =
        spec.method === 'POST'
          ? await by.post(path, { ...theirs, ...otherwise[id] })
          : await (spec.method === 'GET' ? by.get(path) : by.delete(path))
      // A refusal may repeat the request's own values, but none of the owner's.
      if (ownersAlone.test(JSON.stringify(answer.body))) told.push(`${id}: ${JSON.stringify(answer.body)}`)
      if (withId && answer.status !== 404) told.push(`${id} answers ${answer.status}`)
    }
  }
  expect(told).toEqual([])
  expect(await ownersRows()).toBe(before)
})

test('the own lists and the own profile are those of the session, whatever is sent', async () => {
  expect((await stranger.get('/private/profile')).body.email).toBe(stranger.email)
  const foreign = `?sellerId=${owner.id}&sellerEmail=${encodeURIComponent(owner.email)}&cursor=${newId()}`
  expect((await stranger.get(`/private/order/get/seller${foreign}`)).body).toEqual([])
  const mine = (await stranger.get('/private/product/get-by-seller')).body as { name: string }[]
  expect(mine.map((product) => product.name)).not.toContain('Echidnawood Box')
})

test('a product cannot be given to somebody else', async () => {
  const extra = { sellerId: owner.id, seller_id: owner.id, id: newId() }
  const input = productInput(subcategory, [await uploaded(stranger)], extra)
  const { body } = await stranger.post('/private/product/add', input)
  const [row] = await shop.db.query<{ seller: string }>(
    sql`select seller_id as seller from product where id = ${body.id}`,
  )
  expect(row?.seller).toBe(stranger.id)
})
