/** A GST number of another state than the address: the seller is asked which is right (api-rules §6). */
// @module-tag nightly: A question to a register that fails. sign-up.test.ts proves the form of a GST number each time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin } from '../../../tests/setup/people.ts'
import { registerSeller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { gstCheckCharacter } from '../../../contract/gstin.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

const gstin = (first14: string) => first14 + gstCheckCharacter(first14)
const profileOf = async (seller: { get: TestShopClient['get'] }) =>
  (await seller.get('/private/profile')).body
type TestShopClient = ReturnType<TestShop['client']>

test('the answer is kept until number or state change, and the administrator reads it', async () => {
  const gst = gstin('29AAGCB7383J1Z')
  const seller = await registerSeller(shop, { GSTNumber: gst, companyName: 'Asked Works' })
  expect(await profileOf(seller)).toMatchObject({
    gstDoubt: expect.stringContaining('belongs to Karnataka'),
    gstConfirmed: false,
  })
  const confirm = (number: string) => seller.post('/private/profile/confirm-gst', { gst: number })
  expect((await confirm(gstin('29AABCU9603R1Z'))).status).toBe(409)
  expect((await confirm(gst)).status).toBe(200)
  const profile = await profileOf(seller)
  expect(profile.gstConfirmed).toBe(true)
  const admin = await addAdmin(shop)
  const [listed] = (await admin.get('/public/admin/all-sellers?q=Asked')).body
  expect(listed).toMatchObject({ gstConfirmed: true })

  const { gstDoubt: _doubt, gstConfirmed: _confirmed, createdAt: _created, ...edit } = profile
  const save = (more: object) => seller.post('/private/profile/edit-seller', { ...edit, ...more })
  expect((await save({ companyName: 'Asked Works Two' })).status).toBe(200)
  expect((await profileOf(seller)).gstConfirmed).toBe(true)
  expect((await save({ address: { ...edit.address, state: 'Goa' } })).status).toBe(200)
  expect(await profileOf(seller)).toMatchObject({
    gstDoubt: expect.stringContaining('the address is in Goa'),
    gstConfirmed: false,
  })
  expect((await save({ address: { ...edit.address, state: 'Karnataka' } })).status).toBe(200)
  expect((await confirm(gst)).status).toBe(409)
})

test('the registration takes the answer with it, and never refuses for the doubt', async () => {
  const asked = { GSTNumber: gstin('24AAGCB7383J1Z') }
  const answered = await registerSeller(shop, { ...asked, gstConfirmed: true })
  expect(await profileOf(answered)).toMatchObject({ gstConfirmed: true })
  const sure = await registerSeller(shop, { GSTNumber: gstin('27AAGCB7383J1Z'), gstConfirmed: true })
  expect(await profileOf(sure)).toMatchObject({ gstDoubt: null, gstConfirmed: false })
})
