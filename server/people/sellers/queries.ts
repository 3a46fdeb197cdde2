/** SQL of sellers. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export interface SellerDetails {
  companyName: string
  gst: string
  gstDoubt: string | null
  mobile: string
  handlingDays: number
  booksWhenReady: boolean
  story: string
  grievanceContact: string
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

/** Whether a seller with a verified e-mail has the number. Unverified sellers do not reserve theirs. */
export async function isGstTaken(db: Queryable, gst: string): Promise<boolean> {
  return (await db.query(sql`select 1 from seller where gst = ${gst}`)).length > 0
}

/** What a registration has of the details; the others are set later. */
export type Registered = Omit<
  SellerDetails,
  'handlingDays' | 'booksWhenReady' | 'story' | 'grievanceContact'
> & { gstConfirmed: boolean; approval: 'waiting' | 'approved' }

/** The account is not verified yet: a trigger moves the GST number to `gst_unverified` until it is. */
export async function insertSeller(tx: Tx, accountId: string, d: Registered): Promise<void> {
  await tx.query(sql`
    insert into seller (account_id, company_name, gst, gst_doubt, mobile, building_no, street, landmark, pin_code, city, state,
      bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code, approval, gst_confirmed)
    values (${accountId}, ${d.companyName}, ${d.gst}, ${d.gstDoubt}, ${d.mobile}, ${d.buildingNo}, ${d.street}, ${d.landmark},
      ${d.pinCode}, ${d.city}, ${d.state}, ${d.bankFullName}, ${d.bankAccountSealed}, ${d.bankAccountLast4}, ${d.ifscCode},
      ${d.approval}, ${d.gstConfirmed && d.gstDoubt !== null})`)
}

export interface SellerRow extends SellerDetails {
  id: string
  email: string
  gstConfirmed: boolean
  createdAt: Date
}

/** For a seller `s` and their account `a`. */
export const sellerColumns = sql`s.account_id as id, a.email, a.created_at as "createdAt", s.company_name as "companyName",
    coalesce(s.gst, s.gst_unverified) as gst, s.gst_doubt as "gstDoubt", s.gst_confirmed as "gstConfirmed",
    s.mobile, s.handling_days as "handlingDays", s.books_when_ready as "booksWhenReady", s.story, s.grievance_contact as "grievanceContact", s.building_no as "buildingNo", s.street, s.landmark, s.pin_code as "pinCode", s.city, s.state,
    s.bank_full_name as "bankFullName", s.bank_account_sealed as "bankAccountSealed",
    s.bank_account_last4 as "bankAccountLast4", s.ifsc_code as "ifscCode"`

export async function findSeller(db: Queryable, accountId: string): Promise<SellerRow | undefined> {
  const [row] = await db.query<SellerRow>(
    sql`select ${sellerColumns} from seller s join account a on a.id = s.account_id where s.account_id = ${accountId}`,
  )
  return row
}

/** Locked, so that two saves of one profile do not overwrite each other. */
export async function lockSeller(tx: Tx, accountId: string): Promise<SellerRow | undefined> {
  const [row] = await tx.query<SellerRow>(sql`
    select ${sellerColumns} from seller s join account a on a.id = s.account_id
    where s.account_id = ${accountId} for no key update of s`)
  return row
}

export async function updateSeller(tx: Tx, accountId: string, d: SellerDetails): Promise<void> {
  await tx.query(sql`
    update seller set company_name = ${d.companyName}, gst = ${d.gst}, gst_doubt = ${d.gstDoubt}, mobile = ${d.mobile},
      handling_days = ${d.handlingDays}, books_when_ready = ${d.booksWhenReady}, story = ${d.story}, grievance_contact = ${d.grievanceContact}, building_no = ${d.buildingNo}, street = ${d.street}, landmark = ${d.landmark}, pin_code = ${d.pinCode}, city = ${d.city},
      state = ${d.state}, bank_full_name = ${d.bankFullName}, bank_account_sealed = ${d.bankAccountSealed},
      bank_account_last4 = ${d.bankAccountLast4}, ifsc_code = ${d.ifscCode}
    where account_id = ${accountId}`)
}

/** Returns false where the number is another one, or raises no doubt. A change of number or state takes it back (a trigger). */
export async function confirmGst(db: Queryable, accountId: string, gst: string): Promise<boolean> {
  const rows = await db.query(sql`
    update seller set gst_confirmed = true where account_id = ${accountId} and gst = ${gst} and gst_doubt is not null
    returning 1`)
  return rows.length > 0
}

export async function updatePickupLocation(
  db: Queryable,
  accountId: string,
  name: string | null,
): Promise<void> {
  await db.query(sql`update seller set pickup_location = ${name} where account_id = ${accountId}`)
}
