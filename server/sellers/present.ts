/** Turns rows into the replies about sellers and their products (specification §3). */
import type { AdminSeller } from '../../contract/admin.ts'
import { rupees } from '../../contract/money.ts'
import { maskedAccountNo, type SellerProfile } from '../../contract/seller.ts'
import type { ProductForm } from '../../contract/seller-product.ts'
import type { Config } from '../config.ts'
import { toAccountState } from '../identity/account-state.ts'
import { publicImageUrl } from '../media/address.ts'
import type { AdminSellerRow } from './all-sellers-queries.ts'
import type { FormRow } from './product-queries.ts'
import type { SellerRow } from './queries.ts'
import { unsoldUnits, versionOf } from './rules.ts'

/** Of the bank account number the last four digits only. */
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

export function toAdminSeller(row: AdminSellerRow): AdminSeller {
  return { ...toSellerProfile(row), ...toAccountState(row) }
}

/** Prices in rupees, centimetres and grams; `noOfUnits` counts every piece that is not sold yet. */
export function toProductForm(config: Config, row: FormRow): ProductForm {
  const noOfUnits = unsoldUnits({ free: row.units, held: row.held, withheld: row.withheld })
  return {
    id: row.id,
    name: row.name,
    imageUrls: row.images.map((image) => publicImageUrl(config, image)),
    price: rupees(row.pricePaise),
    description: row.description,
    details: row.details,
    noOfUnits,
    categoryId: row.categoryId,
    subCategoryId: row.subcategoryId,
    height: row.heightCm,
    length: row.lengthCm,
    width: row.widthCm,
    weight: row.weightGrams,
    hsnCode: row.hsnCode,
    version: versionOf({ version: row.version, shownUnits: noOfUnits }),
  }
}
