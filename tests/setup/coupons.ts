/** Coupons, made and chosen over HTTP. */
import { addDays, dayOf } from '../../server/platform/calendar.ts'
import type { Answer, TestClient } from './client.ts'

/** The body of a new coupon: 10 % off, from yesterday to in a month. `more` replaces fields. */
export const couponInput = (code: string, more: object = {}) => ({
  code,
  kind: 'percent',
  percent: 10,
  totalUses: 1_000_000,
  once: false,
  startsOn: addDays(dayOf(new Date()), -1),
  endsOn: addDays(dayOf(new Date()), 30),
  ...more,
})

export async function addSellersCoupon(seller: TestClient, code: string, more: object = {}): Promise<void> {
  expectDone(await seller.post('/private/seller/coupons', couponInput(code, more)))
}

/** The administrator is alone, so that nobody has to confirm it. */
export async function addShopsCoupon(admin: TestClient, code: string, more: object = {}): Promise<void> {
  expectDone(await admin.post('/public/admin/coupons', couponInput(code, more)))
}

/** The shop's, of which the seller bears `sellerShare` percent, and has agreed to. */
export async function addSharedCoupon(
  admin: TestClient,
  seller: TestClient & { email: string },
  code: string,
  more: object = {},
): Promise<void> {
  await addShopsCoupon(admin, code, { sellerEmail: seller.email, sellerShare: 50, ...more })
  const { body } = await seller.get('/private/seller/coupons')
  const { id } = body.find((one: { code: string }) => one.code === code)
  expectDone(await seller.post(`/private/seller/coupons/${id}/answer`, { accept: true }))
}

/** Returns what it saves, in paise. */
export async function chooseCoupon(buyer: TestClient, code: string): Promise<number> {
  const answer = await buyer.post('/private/cart/coupon', { code })
  expectDone(answer)
  if (answer.body.problem !== null) throw new Error(answer.body.problem)
  return Math.round(answer.body.saving * 100)
}

function expectDone({ status, body }: Answer): void {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
}
