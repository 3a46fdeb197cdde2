/** Whose a GST number is: it is claimed by verifying the e-mail, not by typing it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advanceTime } from '../../../tests/setup/clock.ts'
import { newestCode } from '../../../tests/setup/mails.ts'
import { addAdmin, browserAt } from '../../../tests/setup/people.ts'
import { registerSeller, newGst, sellerSignup } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ env: { TRUST_PROXY: 'true' } })
})
afterAll(() => shop.stop())

const words = 'This GST number is registered with another seller.'
let counter = 0
const newEmail = () => `claim-${(counter += 1)}@signup.test`
const register = (email: string, gst: string) =>
  browserAt(shop).post('/auth/seller/signup', sellerSignup(email, { GSTNumber: gst }))
const verify = (email: string, otp: string) => browserAt(shop).post('/auth/verify-otp', { email, otp })
/** The accounts that have claimed the number. */
const ownersOf = async (gst: string) =>
  (
    await shop.db.query<{ email: string }>(
      sql`select email from seller join account on id = account_id where gst = ${gst} order by email`,
    )
  ).map((row) => row.email)

describe('a GST number that an unverified sign-up used first', () => {
  test('is free for its owner at every moment, however often it is used again', async () => {
    const gst = newGst()
    const [squatter, owner] = [newEmail(), newEmail()]
    for (let times = 0; times < 3; times += 1) {
      expect((await register(squatter, gst)).status).toBe(200)
      await advanceTime(shop, 31)
    }
    expect((await register(owner, gst)).status).toBe(200)
    expect((await verify(owner, await newestCode(shop, owner))).status).toBe(200)
    expect(await ownersOf(gst)).toEqual([owner])
  })

  test('goes to the seller who verifies first; the other gets 409, keeps the code, and signs up again with another number', async () => {
    const gst = newGst()
    const [first, second] = [newEmail(), newEmail()]
    await register(second, gst)
    await register(first, gst)
    expect((await verify(first, await newestCode(shop, first))).status).toBe(200)
    const otp = await newestCode(shop, second)
    for (let times = 0; times < 2; times += 1) {
      const refused = await verify(second, otp)
      expect([refused.status, refused.body]).toEqual([409, { msg: words }])
    }
    const login = await browserAt(shop).post('/auth/login', { email: second, password: 'green-and-secret' })
    expect(login.body).not.toHaveProperty('role')
    await advanceTime(shop, 31)
    expect((await register(second, gst)).status).toBe(409)
    const other = newGst()
    expect((await register(second, other)).status).toBe(200)
    expect((await verify(second, await newestCode(shop, second, 2))).status).toBe(200)
    expect([await ownersOf(gst), await ownersOf(other)]).toEqual([[first], [second]])
  })

  test('goes to exactly one of many who verify at the same moment', async () => {
    const gst = newGst()
    const emails = Array.from({ length: 6 }, newEmail)
    for (const email of emails) expect((await register(email, gst)).status).toBe(200)
    const codes = await Promise.all(emails.map((email) => newestCode(shop, email)))
    const answers = await Promise.all(emails.map((email, i) => verify(email, codes[i] ?? '')))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ])
    expect(await ownersOf(gst)).toEqual([emails[answers.findIndex(({ status }) => status === 200)]])
    const [row] = await shop.db.query<{ count: number }>(sql`
      select count(*) as count from account where email = any(${emails}::text[]) and email_verified_at is not null`)
    expect(row?.count).toBe(1)
  })

  test('does not go to a second seller by a reset of the password either, which verifies as well', async () => {
    const gst = newGst()
    const late = newEmail()
    await register(late, gst)
    const owner = await registerSeller(shop, { GSTNumber: gst })
    const browser = browserAt(shop)
    await browser.post(`/auth/forgot-password/${late}`)
    const otp = await newestCode(shop, late, 2)
    const reset = await browser.post('/auth/reset-password', { email: late, otp, newPassword: 'another-one' })
    expect([reset.status, reset.body]).toEqual([409, { msg: words }])
    expect(await ownersOf(gst)).toEqual([owner.email])
  })

  test("stands in the administrator's list beside who typed it, and is found there", async () => {
    const gst = newGst()
    const [typed, owner] = [newEmail(), newEmail()]
    await register(typed, gst)
    await register(owner, gst)
    await verify(owner, await newestCode(shop, owner))
    const admin = await addAdmin(shop)
    const { body } = await admin.get(`/public/admin/all-sellers?q=${gst}`)
    expect(body.map((seller: any) => [seller.email, seller.gst, seller.verified]).toSorted()).toEqual([
      [typed, gst, false],
      [owner, gst, true],
    ])
  })
})
