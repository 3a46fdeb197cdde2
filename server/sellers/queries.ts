/** SQL of sellers. Times are the database's own. */
import type { Queryable, Tx } from '../db/client.ts'
import { sql } from '../db/sql.ts'

export interface SellerDetails {
  companyName: string
  gst: string
  gstDoubt: string | null
  mobile: string
  buildingNo: string
  street: string
  landmark: string
  pinCode: string
  city: string
  state: string
  bankFullName: string
  bankAccountSealed: string
  bankAccountLast4: string
  ifscCode: string
}

/** How long somebody who never enters the code keeps a GST number from its owner. */
const unverifiedHold = sql`interval '1 hour'`

/** Whether another seller than the one with this e-mail has the number; one who never verified only for an hour. */
export async function isGstTaken(db: Queryable, gst: string, email: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from seller s join account a on a.id = s.account_id
    where s.gst = ${gst} and (a.email_verified_at is not null or a.suspended_at is not null
      or (a.email <> ${email} and a.created_at > now() - ${unverifiedHold}))`)
  return rows.length > 0
}

/** Accounts that kept the number longer than that and were never verified go. */
export async function releaseGst(tx: Tx, gst: string, accountId: string): Promise<void> {
  await tx.query(sql`
    delete from account a using seller s
    where s.gst = ${gst} and a.id = s.account_id and a.id <> ${accountId} and a.email_verified_at is null
      and a.suspended_at is null and a.created_at <= now() - ${unverifiedHold}`)
}

/** False where another seller has the GST number, also one whose sign-up commits at this moment. */
export async function insertSeller(tx: Tx, accountId: string, d: SellerDetails): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into seller (account_id, company_name, gst, gst_doubt, mobile, building_no, street, landmark, pin_code, city, state,
      bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code)
    values (${accountId}, ${d.companyName}, ${d.gst}, ${d.gstDoubt}, ${d.mobile}, ${d.buildingNo}, ${d.street}, ${d.landmark},
      ${d.pinCode}, ${d.city}, ${d.state}, ${d.bankFullName}, ${d.bankAccountSealed}, ${d.bankAccountLast4}, ${d.ifscCode})
    on conflict (gst) do nothing returning account_id`)
  return rows.length > 0
}

export interface SellerRow extends SellerDetails {
  email: string
  createdAt: Date
}

/** For a seller `s` and his account `a`. */
export const sellerColumns = sql`a.email, a.created_at as "createdAt", s.company_name as "companyName", s.gst, s.gst_doubt as "gstDoubt",
    s.mobile, s.building_no as "buildingNo", s.street, s.landmark, s.pin_code as "pinCode", s.city, s.state,
    s.bank_full_name as "bankFullName", s.bank_account_sealed as "bankAccountSealed",
    s.bank_account_last4 as "bankAccountLast4", s.ifsc_code as "ifscCode"`

export async function findSeller(db: Queryable, accountId: string): Promise<SellerRow | undefined> {
  const [row] = await db.query<SellerRow>(
    sql`select ${sellerColumns} from seller s join account a on a.id = s.account_id where s.account_id = ${accountId}`,
  )
  return row
}

/** Two saves of one profile pass one after the other. */
export async function lockSeller(tx: Tx, accountId: string): Promise<SellerRow | undefined> {
  const [row] = await tx.query<SellerRow>(sql`
    select ${sellerColumns} from seller s join account a on a.id = s.account_id
    where s.account_id = ${accountId} for no key update of s`)
  return row
}

export async function updateSeller(tx: Tx, accountId: string, d: SellerDetails): Promise<void> {
  await tx.query(sql`
    update seller set company_name = ${d.companyName}, gst = ${d.gst}, gst_doubt = ${d.gstDoubt}, mobile = ${d.mobile},
      building_no = ${d.buildingNo}, street = ${d.street}, landmark = ${d.landmark}, pin_code = ${d.pinCode}, city = ${d.city},
      state = ${d.state}, bank_full_name = ${d.bankFullName}, bank_account_sealed = ${d.bankAccountSealed},
      bank_account_last4 = ${d.bankAccountLast4}, ifsc_code = ${d.ifscCode}
    where account_id = ${accountId}`)
}
