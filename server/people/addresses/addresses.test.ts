import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SavedAddress } from '../../../contract/address.ts'
import { type Customer, startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { findDeliveryAddress } from './addresses.ts'

let shop: TestShop
let buyer: Customer
let stranger: Customer
beforeAll(async () => {
  shop = await startTestShop()
  buyer = await shop.customer('buyer')
  stranger = await shop.customer('stranger')
})
afterAll(() => shop.stop())
beforeEach(() => shop.db.query(sql`delete from address`))

const jaipur = { street: '12 Amber Road', city: 'Jaipur', state: 'Rajasthan', pinCode: '302001' }
const pune = { street: '4 Baner Road', city: 'Pune', state: 'Maharashtra', pinCode: '411045' }
const kochi = { street: '7 Marine Drive', city: 'Kochi', state: 'Kerala', pinCode: '682031' }
const unknown = '01890000-0000-7000-8000-000000000000'

async function add(fields: object, who = buyer): Promise<string> {
  const answer = await who.post('/private/address/add', fields)
  expect([answer.status, answer.body.msg]).toEqual([200, 'Address added successfully'])
  return answer.body.id
}
const list = async (who = buyer): Promise<SavedAddress[]> => (await who.get('/private/address/get')).body
const cities = async () => (await list()).map((a) => (a.isDefault ? `${a.city}*` : a.city))

describe('delivery addresses', () => {
  test('begin empty; the first added is the default one, the others are not', async () => {
    expect(await list()).toEqual([])
    const id = await add(jaipur)
    await add(pune)
    expect(await list()).toEqual([
      { id, ...jaipur, isDefault: true },
      { id: expect.any(String), ...pune, isDefault: false },
    ])
  })

  test('are listed with the default one first, then the oldest', async () => {
    await add(jaipur)
    await add(pune)
    const last = await add(kochi)
    expect(await cities()).toEqual(['Jaipur*', 'Pune', 'Kochi'])
    expect(await buyer.post(`/private/address/make-default/${last}`)).toMatchObject({
      status: 200,
      body: { msg: 'Address set as Default Successfully' },
    })
    expect(await cities()).toEqual(['Kochi*', 'Jaipur', 'Pune'])
  })

  test('change in place: id and default stay', async () => {
    const id = await add(jaipur)
    expect(await buyer.post(`/private/address/edit/${id}`, kochi)).toMatchObject({
      status: 200,
      body: { msg: 'Address updated successfully' },
    })
    expect(await list()).toEqual([{ id, ...kochi, isDefault: true }])
  })

  test('the last one is kept, and the deletion is answered as a success', async () => {
    const id = await add(jaipur)
    expect(await buyer.post(`/private/address/delete/${id}`)).toMatchObject({
      status: 200,
      body: { msg: 'Address deleted successfully' },
    })
    expect(await cities()).toEqual(['Jaipur*'])
  })

  test('deleting the default one makes the oldest other the default; deleting another changes nothing else', async () => {
    const first = await add(jaipur)
    await add(pune)
    const third = await add(kochi)
    await buyer.post(`/private/address/make-default/${third}`)
    await buyer.post(`/private/address/delete/${third}`)
    expect(await cities()).toEqual(['Jaipur*', 'Pune'])
    await add(kochi)
    await buyer.post(`/private/address/delete/${first}`)
    expect(await cities()).toEqual(['Pune*', 'Kochi'])
  })

  test('are at most fifty', async () => {
    for (let i = 0; i < 50; i += 1) await add({ ...jaipur, street: `${i} Amber Road` })
    const answer = await buyer.post('/private/address/add', jaipur)
    const msg = 'You can save at most 50 addresses. Please delete one first.'
    expect([answer.status, answer.body]).toEqual([409, { msg, fields: { street: msg } }])
    expect(await list()).toHaveLength(50)
  })

  test('are refused with the words of the specification', async () => {
    const msg = async (change: object) => {
      const answer = await buyer.post('/private/address/add', { ...jaipur, ...change })
      return [answer.status, answer.body.msg]
    }
    expect(await msg({ street: '' })).toEqual([400, 'All fields are required!'])
    expect(await msg({ pinCode: '3020' })).toEqual([400, 'Pin code must be 6 digits.'])
    expect(await msg({ pinCode: '01234' })).toEqual([400, 'Pin code must be 6 digits.'])
    expect(await msg({ pinCode: '012345' })).toEqual([400, 'A pin code cannot begin with 0.'])
    expect(await msg({ state: 'Atlantis' })).toEqual([400, 'Please select a state.'])
    expect(await msg({ city: 'x'.repeat(101) })).toEqual([400, 'At most 100 characters.'])
    expect(await list()).toEqual([])
  })

  test('keep text as it was typed, markup and quotes included', async () => {
    const street = `<b>"O'Neil"</b> & sons; drop table address;--`
    await add({ ...jaipur, street })
    expect((await list())[0]?.street).toBe(street)
  })
})

describe("another buyer's address", () => {
  test('is not there: the same 404 as for an unknown one, and nothing changes', async () => {
    const mine = await add(jaipur)
    await add(pune)
    const theirs = await add(kochi, stranger)
    for (const [call, body] of [
      ['edit', pune],
      ['delete', undefined],
      ['make-default', undefined],
    ] as const) {
      const foreign = await buyer.post(`/private/address/${call}/${theirs}`, body)
      const missing = await buyer.post(`/private/address/${call}/${unknown}`, body)
      const malformed = await buyer.post(`/private/address/${call}/nonsense`, body)
      for (const answer of [foreign, missing, malformed])
        expect([answer.status, answer.body]).toEqual([404, { msg: 'Not found' }])
    }
    expect(await list(stranger)).toEqual([{ id: theirs, ...kochi, isDefault: true }])
    expect((await list()).map((a) => a.id)).toContain(mine)
    expect(await cities()).toEqual(['Jaipur*', 'Pune'])
  })

  test('is not found for a checkout either; without a name the default one is', async () => {
    const theirs = await add(kochi, stranger)
    const [account] = await shop.db.query<{ id: string }>(
      sql`select id from account where email = ${buyer.email}`,
    )
    const find = (id?: string) => findDeliveryAddress(shop.db, account?.id ?? '', id)
    expect(await find()).toBeNull()
    const first = await add(jaipur)
    const second = await add(pune)
    expect(await find(theirs)).toBeNull()
    expect(await find()).toEqual({ id: first, ...jaipur, isDefault: true })
    expect(await find(second)).toEqual({ id: second, ...pune, isDefault: false })
  })

  test('a visitor has none', async () => {
    expect((await shop.client().get('/private/address/get')).status).toBe(401)
  })
})

describe('at the same moment', () => {
  const defaults = async () => (await list()).filter((a) => a.isDefault).length

  test('many first addresses make one default', async () => {
    await Promise.all(Array.from({ length: 12 }, () => add(jaipur)))
    expect([(await list()).length, await defaults()]).toEqual([12, 1])
  })

  test('no more than fifty are added', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => buyer.post('/private/address/add', jaipur)),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(50)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(10)
  })

  test('changing the default and deleting never leaves two or none', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => add(jaipur)))
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all([
        ...ids.map((id) => buyer.post(`/private/address/make-default/${id}`)),
        buyer.post(`/private/address/delete/${ids[round]}`),
      ])
      expect(answers.filter((answer) => answer.status >= 500)).toEqual([])
      expect(await defaults()).toBe(1)
    }
  })

  test('deleting all keeps one, and it is the default', async () => {
    const ids = await Promise.all([jaipur, pune, kochi].map((fields) => add(fields)))
    const answers = await Promise.all(ids.map((id) => buyer.post(`/private/address/delete/${id}`)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect([(await list()).length, await defaults()]).toEqual([1, 1])
  })
})
