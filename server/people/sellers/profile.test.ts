/** The seller's profile (specification §2, §3, §5, §8). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { addAdmin, auditOf, password } from '../../../tests/setup/people.ts'
import { uploaded } from '../../../tests/setup/pictures.ts'
import { addSubcategory, productInput } from '../../../tests/setup/products.ts'
import { addSeller, newGst, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { ageConfirmedLogin } from '../../../tests/setup/clock.ts'

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
})
afterAll(() => shop.stop())

const profileOf = async (client: Seller) => (await client.get('/private/profile')).body
const edit = (client: Seller, body: unknown) => client.post('/private/profile/edit-seller', body)

test('the profile has every field of the specification', async () => {
  expect(await profileOf(seller)).toEqual({
    id: seller.id,
    story: '',
    grievanceContact: '',
    companyName: 'Test Bamboo Works',
    email: seller.email,
    mobile: '9876543210',
    gst: expect.stringMatching(/^27/),
    gstDoubt: null,
    gstConfirmed: false,
    createdAt: expect.stringMatching(/Z$/),
    handlingDays: 2,
    booksWhenReady: false,
    address: {
      buildingNo: '12-A',
      street: 'Seller Street',
      landmark: 'Near the test park',
      pinCode: '400001',
      city: 'Mumbai',
      state: 'Maharashtra',
    },
    bankDetails: { fullName: 'Test Owner', accountNo: 'XXXXXX9012', ifsccode: 'HDFC0000001' },
  })
})

test('the whole profile can be sent back as it was read; the masked account number stays what it was', async () => {
  const before = await profileOf(seller)
  expect(await edit(seller, before)).toMatchObject({
    status: 200,
    body: { msg: 'Your profile has been successfully updated.' },
  })
  expect(await profileOf(seller)).toEqual(before)
  expect((await seller.get('/private/profile/bank-account')).body.accountNo).toBe('123456789012')
})

test('the whole account number needs a recent login; without one it is neither shown nor recorded as shown', async () => {
  const own = await addSeller(shop, { accountNo: '111122223333' })
  await ageConfirmedLogin(shop, own.id)
  const asked = await own.get('/private/profile/bank-account')
  expect(asked).toMatchObject({ status: 403, body: { fields: { recentLogin: expect.any(String) } } })
  expect(JSON.stringify(asked.body)).not.toContain('111122223333')
  expect((await confirm(own, password)).status).toBe(200)
  expect((await own.get('/private/profile/bank-account')).body.accountNo).toBe('111122223333')
})

test('the address can be changed while the account number is sent back masked, or typed again', async () => {
  const own = await addSeller(shop)
  const before = await profileOf(own)
  const moved = {
    buildingNo: '7',
    street: 'Other Street',
    landmark: 'Near the other park',
    pinCode: '411001',
    city: 'Pune',
    state: 'Maharashtra',
  }
  expect((await edit(own, { ...before, address: moved })).status).toBe(200)
  expect(await profileOf(own)).toEqual({ ...before, address: moved })
  const bankDetails = { ...before.bankDetails, accountNo: '123456789012' }
  expect((await edit(own, { ...before, address: { ...moved, city: 'Thane' }, bankDetails })).status).toBe(200)
  expect((await profileOf(own)).address).toEqual({ ...moved, city: 'Thane' })
})

test('everything but the e-mail can be changed; another bank account is told by mail', async () => {
  const before = await profileOf(seller)
  const gst = newGst()
  const changed = {
    ...before,
    companyName: 'New Name & Co',
    mobile: '+91 98765-00000',
    gst: gst.toLowerCase(),
    address: { ...before.address, city: 'Pune', pinCode: '411001' },
    bankDetails: { fullName: 'New Owner', accountNo: '555566667777', ifsccode: 'KKBK0000261' },
  }
  expect((await edit(seller, changed)).status).toBe(200)
  expect(await profileOf(seller)).toEqual({
    ...changed,
    gst,
    bankDetails: { ...changed.bankDetails, accountNo: 'XXXXXX7777' },
  })
  const mails = await shop.mail(seller.email)
  expect(mails.map((mail) => mail.subject)).toContainEqual(
    expect.stringContaining('bank details were changed'),
  )
  expect(JSON.stringify(mails)).not.toContain('555566667777')
})

const confirm = (client: Seller, secret: string) =>
  client.post('/private/session/confirm', { password: secret })

test('bank details and identity are changed only with a password given within ten minutes, and nothing else asks for it', async () => {
  const other = await addSeller(shop)
  const before = await profileOf(other)
  const toAnother = (change: object) => ({ ...before, bankDetails: { ...before.bankDetails, ...change } })
  await ageConfirmedLogin(shop, other.id)

  const free = { ...before, mobile: '9000000009' }
  expect((await edit(other, free)).status).toBe(200)
  expect(await profileOf(other)).toEqual(free)
  expect((await edit(other, toAnother({ accountNo: '123456789012' }))).status).toBe(200)
  const words = 'Please confirm your password to go on.'
  for (const change of [{ accountNo: '999988887777' }, { ifsccode: 'KKBK0000261' }, { fullName: 'A Thief' }])
    expect(await edit(other, toAnother(change))).toMatchObject({
      status: 403,
      body: { msg: words, fields: { recentLogin: words } },
    })
  for (const change of [
    { companyName: 'A Thief' },
    { gst: newGst() },
    { address: { ...before.address, city: 'Pune' } },
  ])
    expect((await edit(other, { ...before, ...change })).status).toBe(403)
  expect(await profileOf(other)).toEqual(before)
  expect((await shop.mailSoFar(other.email)).map(({ subject }) => subject).join()).not.toContain(
    'bank details',
  )

  expect(await confirm(other, 'not it')).toMatchObject({
    status: 400,
    body: { fields: { password: expect.any(String) } },
  })
  expect((await edit(other, toAnother({ accountNo: '999988887777' }))).status).toBe(403)
  expect((await confirm(other, password)).status).toBe(200)
  expect((await edit(other, toAnother({ accountNo: '999988887777' }))).status).toBe(200)
  expect((await other.get('/private/profile/bank-account')).body.accountNo).toBe('999988887777')

  const acts = await auditOf(await addAdmin(shop), { q: other.email })
  expect(acts.map((entry) => entry.act).slice(0, 4)).toEqual([
    'bank-account-shown',
    'bank-account-changed',
    'login-confirmed',
    'login-confirm-failed',
  ])
})

test('a log-in opens it in its own browser only; wrong passwords are limited like log-ins', async () => {
  const other = await addSeller(shop)
  await ageConfirmedLogin(shop, other.id)
  const fresh = shop.client()
  await fresh.post('/auth/login', { email: other.email, password })
  const moved = async (fullName: string) => {
    const before = await profileOf(other)
    return { ...before, bankDetails: { ...before.bankDetails, fullName } }
  }
  expect((await edit(other, await moved('New Owner'))).status).toBe(403)
  expect((await fresh.post('/private/profile/edit-seller', await moved('New Owner'))).status).toBe(200)
  const statuses: number[] = []
  for (let i = 0; i < 11; i += 1) statuses.push((await confirm(other, 'not it')).status)
  expect(statuses).toEqual([...Array(10).fill(400), 429])
})

test.each([
  [{ companyName: ' ' }, 'companyName', 'Company name is required'],
  [{ companyName: 'x'.repeat(201) }, 'companyName', 'At most 200 characters.'],
  [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
  [{ email: '' }, 'email', 'Please enter a valid email address'],
  [{ email: 'other@sellers.hariyali.test' }, 'email', 'The email address cannot be changed.'],
  [{ mobile: '12345' }, 'mobile', 'Please enter a valid mobile number'],
  [{ mobile: '(98765) -- 43' }, 'mobile', 'Please enter a valid mobile number'],
  [{ mobile: 'call me maybe' }, 'mobile', 'Please enter a valid mobile number'],
  [{ gst: '' }, 'gst', 'GST number is required'],
  [{ gst: '27AAPFU' }, 'gst', 'Invalid GST Number format.'],
  [{ address: null }, 'address', 'Address is required.'],
  [{ bankDetails: 'x' }, 'bankDetails', 'Bank details are required.'],
])('%j is refused: %s: %s', async (change, field, words) => {
  const before = await profileOf(seller)
  const { status, body } = await edit(seller, { ...before, ...change })
  expect([status, body]).toEqual([400, { msg: words, fields: { [field]: words } }])
  expect(await profileOf(seller)).toEqual(before)
})

test.each([
  ['address', { pinCode: '0' }, 'pinCode', 'Pin code must be 6 digits.'],
  ['address', { state: 'Atlantis' }, 'state', 'Please select a state.'],
  ['address', { buildingNo: '' }, 'buildingNo', 'Building number is required.'],
  ['bankDetails', { ifsccode: 'hdfc0000001' }, 'ifsccode', 'Invalid IFSC Code format.'],
  ['bankDetails', { accountNo: '12a' }, 'accountNo', 'Account number must contain only digits.'],
  ['bankDetails', { fullName: [] }, 'fullName', 'Full name is required.'],
] as const)('%s %j is refused and named as %s: %s', async (part, change, field, words) => {
  const before = await profileOf(seller)
  const { status, body } = await edit(seller, { ...before, [part]: { ...before[part], ...change } })
  expect([status, body]).toEqual([400, { msg: words, fields: { [`${part}.${field}`]: words } }])
})

test('the masked number of another account is refused', async () => {
  const before = await profileOf(seller)
  const bankDetails = { ...before.bankDetails, accountNo: 'XXXXXX0000' }
  expect((await edit(seller, { ...before, bankDetails })).body).toMatchObject({
    msg: 'Account number must contain only digits.',
  })
})

test('a GST number of another seller answers 409, also when both save at once', async () => {
  const [other, third] = [await addSeller(shop), await addSeller(shop)]
  const taken = (await profileOf(other)).gst
  expect(await edit(seller, { ...(await profileOf(seller)), gst: taken })).toMatchObject({
    status: 409,
    body: { msg: 'This GST number is registered with another seller.' },
  })
  const gst = newGst()
  const both = await Promise.all(
    [other, third].map(async (one) => edit(one, { ...(await profileOf(one)), gst })),
  )
  expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('an odd GST number is saved, and the answer says what is odd', async () => {
  const other = await addSeller(shop)
  const before = await profileOf(other)
  const { status, body } = await edit(other, { ...before, address: { ...before.address, state: 'Kerala' } })
  expect([status, body.gstDoubt]).toEqual([200, expect.stringContaining('belongs to Maharashtra')])
  expect((await profileOf(other)).gstDoubt).toBe(body.gstDoubt)
})

test(
  'a new company name is found by search, and the old one no longer',
  nightly('A search that follows a name. edit-product.test.ts lets search follow a product each time.'),
  async () => {
    const other = await addSeller(shop, { companyName: 'Zephyrwood' })
    const subcategory = await addSubcategory(shop, 'Combs')
    await other.post('/private/product/add', productInput(subcategory, [await uploaded(other)]))
    const found = async (words: string) =>
      (await shop.client().get(`/public/product/search/${words}`)).body.length as number
    expect(await found('Zephyrwood')).toBe(1)
    await edit(other, { ...(await profileOf(other)), companyName: 'Quillstone' })
    await eventually(
      () => found('Quillstone'),
      (count) => count === 1,
    )
    expect(await found('Zephyrwood')).toBe(0)
  },
)
