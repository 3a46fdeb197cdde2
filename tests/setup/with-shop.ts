/** The hooks of files about orders and their money. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { endRateLimits } from './clock.ts'
import { brokenInvariants } from './invariants.ts'
import { addAdmin, type Admin } from './people.ts'
import { resetCourier, resetPayments } from './providers.ts'
import { addSeller, type Seller } from './sellers.ts'
import { startTestShop, type TestShop } from './shop.ts'

/**
 * Starts a shop for the file and gives it to `use`, with an administrator and a seller. Before each test the providers have no
 * fault; after each, no invariant is broken.
 */
export function withShop(
  { courier }: { courier: boolean },
  use: (made: { shop: TestShop; admin: Admin; seller: Seller }) => void | Promise<void>,
): void {
  let shop: TestShop
  beforeAll(async () => {
    shop = await startTestShop({ courier })
    await use({ shop, admin: await addAdmin(shop), seller: await addSeller(shop) })
  })
  beforeEach(async () => {
    await resetPayments(shop)
    // A shop without a courier has a fault of the courier for ever.
    if (courier) await resetCourier(shop)
    await endRateLimits(shop)
  })
  afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
  afterAll(() => shop.stop())
}
