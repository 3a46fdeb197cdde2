/** A seller as a payee: name, address and bank account, with the versions that these are. */
import type { Tx } from '../../platform/db/client.ts'
import { presentVersions } from './hold-queries.ts'
import { lockSeller } from './queries.ts'

export interface Payee {
  identityId: number
  payeeId: number
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

/** The profile is locked, so that details and versions belong together. */
export async function findPayee(tx: Tx, accountId: string): Promise<Payee | undefined> {
  const seller = await lockSeller(tx, accountId)
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
    ...(await presentVersions(tx, accountId)),
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
