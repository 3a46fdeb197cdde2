/** Fuzzing (specification §5, api-rules §1): every field of every endpoint accepts or refuses malformed input, never with 500. */
// @module-tag nightly: Thousands of requests. tests/fuzz/ sends broken ids, queries and bodies to every endpoint each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { EndpointSpec } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import type { Answer, TestClient } from './setup/client.ts'
import { addAdmin, adminPassword } from './setup/people.ts'
import { uploaded } from './setup/pictures.ts'
import {
  addProduct,
  addSubcategory,
  productInput,
  testAddress,
  type TestSubcategory,
} from './setup/products.ts'
import { addSeller, newGst } from './setup/sellers.ts'
import { startTestShop, type TestShop } from './setup/shop.ts'
import { newId } from '../server/platform/db/ids.ts'
import { forEachConcurrently } from '../server/platform/jobs/for-each-concurrently.ts'

const texts = [
  'a\u0000b',
  'a\ud800b',
  'x'.repeat(100_000),
  '9'.repeat(400),
  "' or 1=1; --",
  '../../../../etc/passwd',
  '\r\nSet-Cookie: a=b',
  '\u202e\u200d\ufffe',
  '1e309',
  '__proto__',
  ' ',
]
const others: unknown[] = [
  null,
  true,
  -1,
  1.5,
  2 ** 63,
  1e308,
  ['a', ['b']],
  { constructor: { prototype: 1 } },
]
/** Bodies that are not a JSON object, or not JSON. */
const bodies = [
  'null',
  '[]',
  '[null]',
  '"text"',
  '1e400',
  '{"a":',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '{"__proto__":{"role":"ADMIN"},"constructor":{}}',
  '\ufeff{}',
]

let shop: TestShop
let people: Record<'visitor' | 'CUSTOMER' | 'SELLER' | 'ADMIN', TestClient>
let good: Record<string, () => unknown>

beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
  const seller = await addSeller(shop)
  const buyer = await shop.customer('hostile')
  const admin = await addAdmin(shop)
  const subcategory: TestSubcategory = await addSubcategory(shop)
  const picture = await uploaded(seller)
  const { id: productId } = await addProduct(shop)
  await buyer.post('/private/cart/add', { id: productId, quantity: 1 })
  const { body: made } = await seller.post('/private/product/add', productInput(subcategory, [picture]))
  const { body: saved } = await buyer.post('/private/address/add', testAddress)
  people = { visitor: shop.client(), CUSTOMER: buyer, SELLER: seller, ADMIN: admin }
  const fixed = {
    ...testAddress,
    ...productInput(subcategory, [picture]),
    password: 'a-good-password',
    newPassword: 'a-good-password',
    firstName: 'Test',
    lastName: 'Customer',
    mobile: '9876543210',
    mobileNo: '9876543210',
    companyName: 'Test Bamboo Works',
    buildingNo: '12-A',
    landmark: 'Near the test park',
    fullName: 'Test Owner',
    accountNo: '123456789012',
    IFSCCode: 'HDFC0000001',
    ifsccode: 'HDFC0000001',
    otp: '123456',
    id: productId,
    productId: made.id,
    quantity: 1,
    items: [],
    addressId: saved.id,
    imageUrl: picture,
    note: 'a note',
    reason: 'a reason',
    currentPassword: adminPassword,
    razorpay_order_id: 'order_x',
    razorpay_payment_id: 'pay_x',
    razorpay_signature: 'x',
  }
  good = Object.fromEntries(Object.entries(fixed).map(([name, value]) => [name, () => value]))
  good.email = () => `hostile-${newId()}@buyers.hariyali.test`
  good.GSTNumber = newGst
  good.gst = newGst
})
afterAll(() => shop?.stop())

type Shape = { properties?: Record<string, Shape> }

/** The fields of a schema as paths: ['address', 'street']. */
function leavesOf({ properties }: Shape, above: string[] = []): string[][] {
  return Object.entries(properties ?? {}).flatMap(([name, shape]) =>
    shape.properties ? leavesOf(shape, [...above, name]) : [[...above, name]],
  )
}

/** A valid body, as far as the fields are known here. */
function goodBody({ properties }: Shape): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, shape]) => [
      name,
      shape.properties ? goodBody(shape) : good[name]?.(),
    ]),
  )
}

function withLeaf(body: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): object {
  return {
    ...body,
    [name]: rest.length > 0 ? withLeaf(body[name] as Record<string, unknown>, rest, value) : value,
  }
}

const shapeOf = (schema: z.ZodType | undefined): Shape =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape) : {}

const who = ({ roles }: EndpointSpec) => people[roles[0]]
// Every request has another client address, so that rate limits do not interfere.
const from = () => ({ 'x-forwarded-for': `2001:db8:${(addresses += 1).toString(16)}::1` })
let addresses = 0

const calls = Object.entries(endpoints).flatMap(([id, spec]) =>
  // A logout would end the session of the other requests.
  spec.clearsSiteData ? [] : [{ id, spec, ...(spec.alias ?? { method: spec.method, path: spec.path }) }],
)

/** Ids of the caller's own objects, so that the input gets past the ownership checks. */
const own = (path: string, name: string) =>
  String((path.startsWith('/private/address/') ? good.addressId : good[name])?.() ?? newId())

const pathOf = (path: string, value: (name: string) => string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)))

async function ask(client: TestClient, method: string, path: string, json?: string): Promise<Answer<any>> {
  const response = await client.request(`/api/v1${path}`, {
    method,
    headers: { ...from(), ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: json }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
}

/** Returns what is wrong with a reply: a 5xx, or an error without a message. */
function faultOf({ status, body }: Answer<any>): string | undefined {
  if (status >= 500 && status !== 503) return `${status}`
  if (status >= 400 && !(typeof body.msg === 'string' && body.msg.trim())) return `${status} without words`
  return undefined
}

/** Endpoints run beside one another, since most of the time is spent waiting for the database and for password hashes. */
const forEachCall = (work: (call: (typeof calls)[number]) => Promise<void>) =>
  forEachConcurrently(calls, 4, work)

test('hostile input in path parameters never gets a 5xx', async () => {
  const wrong: string[] = []
  const encodable = texts.filter((text) => text.isWellFormed() && text.length < 10_000)
  await forEachCall(async ({ id, spec, method, path }) => {
    if (!path.includes('{')) return
    for (const text of encodable) {
      const json = spec.body && JSON.stringify(goodBody(shapeOf(spec.body)))
      const fault = faultOf(
        await ask(
          who(spec),
          method,
          pathOf(path, () => text),
          json,
        ),
      )
      if (fault) wrong.push(`${method} ${id} ${JSON.stringify(text.slice(0, 30))}: ${fault}`)
    }
  })
  expect(wrong).toEqual([])
})

test('hostile input in the query of a list never gets a 5xx', async () => {
  const wrong: string[] = []
  const encodable = texts.filter((text) => text.isWellFormed() && text.length < 10_000)
  await forEachCall(async ({ id, spec, method, path }) => {
    for (const name of Object.keys(spec.query?.shape ?? {}))
      for (const text of encodable) {
        const query = new URLSearchParams({ [name]: text })
        const fault = faultOf(await ask(who(spec), method, `${pathOf(path, () => '1')}?${query}`))
        if (fault) wrong.push(`${id} ${name}=${JSON.stringify(text.slice(0, 30))}: ${fault}`)
      }
  })
  expect(wrong).toEqual([])
})

test(
  'hostile input in each field of a body, and as the body, never gets a 5xx',
  { timeout: 900_000 },
  async () => {
    const wrong: string[] = []
    await forEachCall(async ({ id, spec, method, path }) => {
      if (!spec.body) return
      const shape = shapeOf(spec.body)
      const client = who(spec)
      const url = pathOf(path, (name) => own(path, name))
      const note = async (what: string, json: string) => {
        const answer = await ask(client, method, url, json)
        const fault = faultOf(answer)
        if (fault) wrong.push(`${id} ${what}: ${fault}`)
      }
      // Sign-ups that succeed take a tenth of a second each for hashing; their fields are of the same types.
      for (const body of bodies) await note(body.slice(0, 40), body)
      for (const leaf of leavesOf(shape))
        for (const value of path.endsWith('signup') ? [...texts, null, {}] : [...texts, ...others])
          await note(
            `${leaf.join('.')} = ${JSON.stringify(value).slice(0, 40)}`,
            JSON.stringify(withLeaf(goodBody(shape), leaf, value)),
          )
    })
    expect(wrong).toEqual([])
  },
)
