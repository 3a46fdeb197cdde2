/** A seller as a payee: name, address and bank account. */
import type { Queryable } from '../../platform/db/client.ts'
import { findSeller } from './queries.ts'

export interface Payee {
  email: string
  mobile: string
  company: string
  contactName: string
  gst: string
  street: string
  landmark: string
  city: string
  state: string
  pinCode: string
  bankAccountSealed: string
  ifscCode: string
}

export async function findPayee(db: Queryable, accountId: string): Promise<Payee | undefined> {
  const seller = await findSeller(db, accountId)
  if (!seller) return undefined
  const {
    email,
    mobile,
    companyName,
    bankFullName,
    gst,
    buildingNo,
    street,
    landmark,
    city,
    state,
    pinCode,
  } = seller
  return {
    email,
    mobile,
    company: companyName,
    contactName: bankFullName,
    gst,
    street: `${buildingNo}, ${street}`,
    landmark,
    city,
    state,
    pinCode,
    bankAccountSealed: seller.bankAccountSealed,
    ifscCode: seller.ifscCode,
  }
}
