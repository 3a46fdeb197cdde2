/** private/profile of a seller (specification §3). */
import { maskedAccountNo, type SellerProfile } from '../../contract/seller.ts'
import { notFound } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { findSeller, type SellerRow } from './queries.ts'

/** Everything the seller told of himself; of the account number the last four digits only. */
export async function readSellerProfile(shop: Shop, accountId: string): Promise<SellerProfile> {
  const seller = await findSeller(shop.db, accountId)
  if (!seller) throw notFound()
  return toSellerProfile(seller)
}

export function toSellerProfile(seller: SellerRow): SellerProfile {
  const { companyName, email, mobile, gst, gstDoubt, createdAt } = seller
  const { buildingNo, street, landmark, pinCode, city, state } = seller
  return {
    companyName,
    email,
    mobile,
    gst,
    gstDoubt,
    createdAt: createdAt.toISOString(),
    address: { buildingNo, street, landmark, pinCode, city, state },
    bankDetails: {
      fullName: seller.bankFullName,
      accountNo: maskedAccountNo(seller.bankAccountLast4),
      ifsccode: seller.ifscCode,
    },
  }
}
