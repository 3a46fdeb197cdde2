/** Registration of sellers (specification §4, §5, §8; api-rules §1, §6). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gstDoubtOf } from '../../../contract/gstin.ts'
import { advanceTime } from '../../../tests/setup/clock.ts'
import { newestCode } from '../../../tests/setup/mails.ts'
import { browserAt, signedIn } from '../../../tests/setup/people.ts'
import { registerSeller, newGst, sellerSignup } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())

const register = (body: unknown, browser = browserAt(shop)) => browser.post('/auth/seller/signup', body)
let counter = 0
const newEmail = () => `business-${(counter += 1)}@signup.test`

describe('signing up as a seller', () => {
  test('the code in the same browser logs in, in another one it only verifies', async () => {
    const email = newEmail()
    const browser = browserAt(shop)
    const answer = await register(sellerSignup(email), browser)
    expect([answer.status, answer.body]).toEqual([
      200,
      { msg: 'We have sent an OTP to your email. Please verify it to continue.' },
    ])
    expect((await browser.get('/private/me')).status).toBe(401)
    await browser.post('/auth/verify-otp', { email, otp: await newestCode(shop, email) })
    expect((await browser.get('/private/me')).body).toEqual({ email, role: 'SELLER' })

    const other = newEmail()
    await register(sellerSignup(other))
    const elsewhere = browserAt(shop)
    const verified = await elsewhere.post('/auth/verify-otp', {
      email: other,
      otp: await newestCode(shop, other),
    })
    expect([verified.status, (await elsewhere.get('/private/me')).status]).toEqual([200, 401])
    const login = await elsewhere.post('/auth/login', { email: other, password: 'green-and-secret' })
    expect(login.body.role).toBe('SELLER')
  })

  test('a browser does not verify what a stranger signed up with its e-mail afterwards, bank account included', async () => {
    const email = newEmail()
    const [owner, stranger] = [browserAt(shop), browserAt(shop)]
    const own = sellerSignup(email)
    await register(own, owner)
    await advanceTime(shop, 31)
    await register({ ...own, password: 'strangers-secret', accountNo: '999999999999' }, stranger)
    const refused = await owner.post('/auth/verify-otp', { email, otp: await newestCode(shop, email, 2) })
    expect([refused.status, refused.body.msg]).toEqual([409, expect.stringContaining('sign up again')])
    const strangers = { email, password: 'strangers-secret' }
    expect((await stranger.post('/auth/login', strangers)).status).toBe(401)
    await advanceTime(shop, 31)
    await register(own, owner)
    await owner.post('/auth/verify-otp', { email, otp: await newestCode(shop, email, 3) })
    const { bankDetails } = (await owner.get('/private/profile')).body
    expect(bankDetails.accountNo).toMatch(/9012$/)
    expect((await stranger.post('/auth/login', strangers)).status).toBe(400)
  })

  test('every field is required and has its own message', async () => {
    const { status, body } = await register({})
    expect(status).toBe(400)
    expect(body.fields).toEqual({
      email: 'Email is required.',
      password: 'Password is required.',
      companyName: 'Company name is required.',
      GSTNumber: 'GST Number is required.',
      mobileNo: 'Phone number is required.',
      buildingNo: 'Building number is required.',
      street: 'Street is required.',
      landmark: 'Landmark is required.',
      pinCode: 'Pin code is required.',
      city: 'City is required.',
      state: 'Please select a state.',
      fullName: 'Full name is required.',
      accountNo: 'Account number is required.',
      IFSCCode: 'IFSC Code is required.',
    })
  })

  test.each([
    ['email', 'nobody', 'Email address is invalid.'],
    ['email', `${'a'.repeat(300)}@x.test`, 'Email address is invalid.'],
    ['password', '12345', 'Password must be at least 6 characters long.'],
    ['companyName', '   ', 'Company name is required.'],
    ['companyName', 'x'.repeat(201), 'At most 200 characters.'],
    ['companyName', 'a\u0000b', 'This text has characters that cannot be stored.'],
    ['GSTNumber', '27AAPFU0939F1Z', 'Invalid GST Number format.'],
    ['GSTNumber', '27AAPFU0939F1ZVV', 'Invalid GST Number format.'],
    ['GSTNumber', 'AA27PFU0939F1ZV', 'Invalid GST Number format.'],
    ['GSTNumber', '२७AAPFU0939F1ZV', 'Invalid GST Number format.'],
    ['mobileNo', '98765', 'Phone number must be 10 digits.'],
    ['mobileNo', '98765432101', 'Phone number must be 10 digits.'],
    ['mobileNo', 9876543210, 'Phone number is required.'],
    ['pinCode', '40001', 'Pin code must be 6 digits.'],
    ['pinCode', '4000011', 'Pin code must be 6 digits.'],
    ['pinCode', '😀😀😀', 'Pin code must be 6 digits.'],
    ['state', 'Atlantis', 'Please select a state.'],
    ['state', ['Goa'], 'Please select a state.'],
    ['accountNo', '12 34', 'Account number must contain only digits.'],
    ['accountNo', '1e9', 'Account number must contain only digits.'],
    ['accountNo', '1'.repeat(35), 'At most 34 digits.'],
    ['IFSCCode', 'hdfc0000001', 'Invalid IFSC Code format.'],
    ['IFSCCode', 'HDFC1000001', 'Invalid IFSC Code format.'],
    ['IFSCCode', 'HDFC00000012', 'Invalid IFSC Code format.'],
    ['buildingNo', { toString: 'x' }, 'Building number is required.'],
    ['street', 'x'.repeat(201), 'At most 200 characters.'],
    ['landmark', null, 'Landmark is required.'],
    ['city', 'x'.repeat(101), 'At most 100 characters.'],
    ['fullName', [], 'Full name is required.'],
  ])('%s %j is refused: %s', async (field, value, words) => {
    const { status, body } = await register(sellerSignup(newEmail(), { [field]: value }))
    expect([status, body]).toEqual([400, { msg: words, fields: { [field]: words } }])
  })

  test('HTML, emoji and right-to-left text stay what they are', async () => {
    const texts = {
      companyName: '<b>"हरियाली" & Søns</b> 🌿',
      landmark: 'بجوار الحديقة',
      street: "O'Brien; --",
    }
    const seller = await registerSeller(shop, texts)
    const { body } = await seller.get('/private/profile')
    expect(body).toMatchObject({
      companyName: texts.companyName,
      address: { landmark: texts.landmark, street: texts.street },
    })
  })

  test('a GST number is taken in any case and kept in capitals', async () => {
    const gst = newGst()
    const seller = await registerSeller(shop, { GSTNumber: ` ${gst.toLowerCase()} ` })
    expect((await seller.get('/private/profile')).body.gst).toBe(gst)
  })

  test.each(['C', 'D'])('a GST number with %s in place 14 is taken, too (api-rules §6)', async (type) => {
    const gst = newGst()
    const other = `${gst.slice(0, 13)}${type}${gst.slice(14)}`
    const seller = await registerSeller(shop, { GSTNumber: other })
    expect((await seller.get('/private/profile')).body.gst).toBe(other)
  })

  test('a wrong check character and the code of another state are told to the seller, kept for the administrator, and not refused', async () => {
    const good = newGst()
    const wrong = good.slice(0, 14) + (good.endsWith('A') ? 'B' : 'A')
    const email = newEmail()
    const { status, body } = await register(sellerSignup(email, { GSTNumber: wrong, state: 'Goa' }))
    expect(status).toBe(200)
    expect(body.gstDoubt).toBe(
      'The last character of this GST number does not fit the others. This GST number belongs to Maharashtra, the address is in Goa. Please check it.',
    )
    const [kept] = await shop.db.query<{ doubt: string }>(
      sql`select gst_doubt as doubt from seller where gst_unverified = ${wrong}`,
    )
    expect(kept?.doubt).toBe(body.gstDoubt)
  })

  test('check characters and codes of states as the reference has them', () => {
    expect(gstDoubtOf('27AAPFU0939F1ZV', 'Maharashtra')).toBeUndefined()
    expect(gstDoubtOf('29AAGCB7383J1Z4', 'Karnataka')).toBeUndefined()
    expect(gstDoubtOf('18AABCU9603R1ZM', 'Assam')).toBeUndefined()
    expect(gstDoubtOf('36AABCU9603R1ZM', 'Telangana')).toContain('last character')
    expect(gstDoubtOf('27AAPFU0939F1ZV', 'Delhi')).toContain('belongs to Maharashtra')
  })

  test('a GST number of another seller answers 409, whoever asks, also for the e-mail of its owner', async () => {
    const gst = newGst()
    const owner = await registerSeller(shop, { GSTNumber: gst })
    for (const email of [newEmail(), owner.email]) {
      await advanceTime(shop, 31)
      const { status, body } = await register(sellerSignup(email, { GSTNumber: gst.toLowerCase() }))
      const words = 'This GST number is registered with another seller.'
      expect([status, body]).toEqual([409, { msg: words, fields: { GSTNumber: words } }])
    }
  })

  test('the sign-up of an e-mail with an account is answered like any other, cookie included; nothing changes and its owner is mailed', async () => {
    const owner = await registerSeller(shop)
    const customer = await signedIn(shop, newEmail())
    const { email: customerEmail } = (await customer.get('/private/me')).body
    await advanceTime(shop, 31)
    const fresh = browserAt(shop)
    const expected = await register(sellerSignup(newEmail()), fresh)
    for (const email of [owner.email, customerEmail]) {
      const stranger = browserAt(shop)
      const answer = await register(sellerSignup(email, { password: 'stolen-secret' }), stranger)
      expect([answer.status, answer.body]).toEqual([expected.status, expected.body])
      expect([...stranger.cookies.keys()]).toEqual([...fresh.cookies.keys()])
      const [mail] = await shop.mail(email, email === owner.email ? 2 : 1)
      expect(mail?.subject).toContain('You already have an account')
      const login = await browserAt(shop).post('/auth/login', { email, password: 'stolen-secret' })
      expect(login.status).toBe(400)
    }
    expect((await owner.get('/private/me')).body.role).toBe('SELLER')
  })

  test('the account number is sealed: no row, no mail and no answer shows it', async () => {
    const accountNo = '987612345678'
    const seller = await registerSeller(shop, { accountNo })
    const [row] = await shop.db.query<{ text: string }>(
      sql`select seller::text as text from seller where account_id = ${seller.id}`,
    )
    expect(row?.text).toContain('5678')
    expect(row?.text).not.toContain(accountNo)
    const { body } = await seller.get('/private/profile')
    expect(body.bankDetails.accountNo).toBe('XXXXXX5678')
    expect((await seller.get('/private/profile/bank-account')).body).toEqual({ accountNo })
  })
})
