/** Parcels of which a person says what really became of them. */
import { expect } from 'vitest'
import { sql } from '../../server/platform/db/sql.ts'
import type { Answer } from './client.ts'
import { moveParcel, sellBooked } from './parcels.ts'
import { addAdmin, type Admin } from './people.ts'
import type { Sale } from './sales.ts'
import type { Seller } from './sellers.ts'
import type { TestShop } from './shop.ts'
import { withShop } from './with-shop.ts'

/** Starts a shop with a courier for the file, with the hooks of `withShop`. Returns what its tests do with parcels. */
export function withCorrections(use: (made: { shop: TestShop; admin: Admin; seller: Seller }) => void) {
  let shop: TestShop
  let seller: Seller
  let admin: Admin
  let second: Admin
  withShop({ courier: true }, async (made) => {
    ;({ shop, admin, seller } = made)
    second = await addAdmin(shop)
    use(made)
  })

  const ask = (orderId: string, outcome: string): Promise<Answer> =>
    admin.post(`/public/admin/orders/${orderId}/outcome`, {
      outcome,
      reason: 'The buyer and the seller say so.',
      evidence: 'A photo of the parcel.',
    })
  async function correct(orderId: string, outcome: string): Promise<Answer> {
    const asked = await ask(orderId, outcome)
    expect(asked.status).toBe(202)
    return second.post(`/public/admin/approvals/${asked.body.approvalId}/confirm`)
  }
  const refund = (orderId: string) =>
    admin.post(`/public/admin/orders/${orderId}/refund`, { note: 'It does not arrive.' })
  /** What the shop owes the seller for this order. */
  const owedFor = async (orderId: string): Promise<number> =>
    (
      await shop.db.query<any>(sql`
        select coalesce(-sum(p.amount_paise), 0)::int as paise from journal_entry e join posting p on p.entry_id = e.id
        where e.order_id = ${orderId} and p.account = 'seller_payable'`)
    )[0].paise

  async function moved(...way: (string | number)[]): Promise<Sale> {
    const sale = await sellBooked(shop, seller, { units: 4 })
    for (const step of way)
      await moveParcel(shop, sale.orderId, typeof step === 'number' ? { code: step } : { status: step })
    return sale
  }

  return { ask, correct, refund, owedFor, moved }
}
