/** Dated rates: an administrator adds and ends them, and no rate of the past changes (docs/money.md, Sales). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin, type Admin, auditOf } from '../../tests/setup/people.ts'
import { addSeller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { addDays, dayOf } from '../settlements/days.ts'

let shop: TestShop
let admin: Admin
beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
afterAll(() => shop.stop())

const today = dayOf(new Date())
const inDays = (days: number) => addDays(today, days)
const add = (body: object) => admin.post('/public/admin/rates', body)
const end = (kind: string, id: number) => admin.post(`/public/admin/rates/${kind}/${id}/end`)
const rates = async () => (await admin.get('/public/admin/rates')).body

test('a rate begins tomorrow at the earliest, and the one before it ends on the day before', async () => {
  const levy = { kind: 'levy', levy: 'tcs', percent: 0.6, from: inDays(10) }
  for (const wrong of [
    { from: today },
    { from: inDays(-1) },
    { percent: 101 },
    { percent: 0.123 },
    { percent: -1 },
  ])
    expect((await add({ ...levy, ...wrong })).status, JSON.stringify(wrong)).toBe(400)
  expect((await add(levy)).status).toBe(200)
  const tcs = (await rates()).levies.filter((one: any) => one.levy === 'tcs')
  expect(tcs).toMatchObject([
    { percent: 0.6, from: inDays(10), to: null, phase: 'future' },
    { percent: 0.5, to: inDays(9), phase: 'present' },
    { percent: 1, to: '2024-07-09', phase: 'past' },
  ])
  expect((await add({ ...levy, from: inDays(5) })).status).toBe(409)
  expect((await add(levy)).status).toBe(409)
  // The one that has not begun is deleted, and the one before goes on; a general rate and one that ended stay.
  expect((await end('levy', tcs[0].id)).status).toBe(200)
  expect((await rates()).levies.find((one: any) => one.id === tcs[1].id)).toMatchObject({ to: null })
  expect((await end('levy', tcs[1].id)).status).toBe(409)
  expect((await end('levy', tcs[2].id)).status).toBe(409)
  expect((await end('levy', 999)).status).toBe(404)
})

test('commission of a seller begins and ends; of twenty presses at once one counts', async () => {
  const seller = await addSeller(shop)
  const rule = { kind: 'commission', sellerEmail: seller.email, percent: 7.5, from: inDays(1) }
  expect((await add({ ...rule, sellerEmail: 'nobody@sellers.test' })).body.fields).toHaveProperty(
    'sellerEmail',
  )
  expect((await add({ ...rule, categoryId: 1 })).status).toBe(400)
  expect((await add({ ...rule, sellerEmail: undefined, categoryId: 99_999 })).status).toBe(400)
  const tries = await Promise.all(Array.from({ length: 20 }, () => add(rule)))
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(19).fill(409)])
  const own = async () => (await rates()).commission.filter((one: any) => one.seller?.email === seller.email)
  const [begun] = await own()
  expect(begun).toMatchObject({ percent: 7.5, phase: 'future', seller: { company: 'Test Bamboo Works' } })
  await shop.db.execute(`update commission_rule set valid_from = '${inDays(-3)}' where id = ${begun.id}`)
  expect((await end('commission', begun.id)).status).toBe(200)
  expect(await own()).toMatchObject([{ to: today, phase: 'present' }])
  expect((await end('commission', begun.id)).status).toBe(409)
})

test('a charge for parcels by weight begins beside the others', async () => {
  const charge = { kind: 'shipping', upToGrams: 250, base: 39.5, furtherKg: 0, from: inDays(2) }
  expect((await add(charge)).status).toBe(200)
  expect((await add({ ...charge, upToGrams: 0 })).status).toBe(400)
  const { shipping } = await rates()
  expect(shipping[0]).toMatchObject({ upToGrams: 250, base: 39.5, from: inDays(2), phase: 'future' })
  expect(shipping).toHaveLength(3)
  expect((await auditOf(admin)).map(({ act }) => act)).toContain('rate-added')
})
