/** Changes of a seller's profile, by the call that the page makes. */
import type { Seller } from './sellers.ts'
import type { TestShop } from './shop.ts'
import { eventually } from './buying.ts'

interface Change {
  bankDetails?: object
  address?: object
  [field: string]: unknown
}

/** Saves the profile with these fields changed; parts of `bankDetails` and `address` stay where they are not named. */
export async function changeProfile(seller: Seller, change: Change) {
  const { body } = await seller.get('/private/profile')
  return seller.post('/private/profile/edit-seller', {
    ...body,
    ...change,
    address: { ...body.address, ...change.address },
    bankDetails: { ...body.bankDetails, ...change.bankDetails },
  })
}

/** The token of the newest mail with the link 'This was not me'. */
export async function tokenFor(shop: TestShop, seller: Seller): Promise<string> {
  const tokens = async () =>
    (await shop.mail(seller.email)).flatMap(({ text }) => /stop-payouts#([\w-]{43})/.exec(text)?.[1] ?? [])
  return (await eventually(tokens, (found) => found.length > 0)).at(-1)!
}
