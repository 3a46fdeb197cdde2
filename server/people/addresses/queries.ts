/** SQL of delivery addresses. Rows have the form of the reply. Every statement names the owner beside the id, so that it finds no other customer's address. */
import type { SavedAddress } from '../../../contract/address.ts'
import { singleRow, type Queryable, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export interface AddressFields {
  street: string
  city: string
  state: string
  pinCode: string
}

const columns = sql`id, street, city, state, pin_code as "pinCode", is_default as "isDefault"`

/** The default one first, then the oldest. */
export function listAddresses(db: Queryable, customerId: string): Promise<SavedAddress[]> {
  return db.query<SavedAddress>(sql`
    select ${columns} from address where customer_id = ${customerId} order by is_default desc, created_at, id`)
}

export async function findAddress(
  db: Queryable,
  customerId: string,
  addressId: string,
): Promise<SavedAddress | undefined> {
  const [row] = await db.query<SavedAddress>(sql`
    select ${columns} from address where id = ${addressId} and customer_id = ${customerId}`)
  return row
}

export async function findDefaultAddress(
  db: Queryable,
  customerId: string,
): Promise<SavedAddress | undefined> {
  const [row] = await db.query<SavedAddress>(sql`
    select ${columns} from address where customer_id = ${customerId} and is_default`)
  return row
}

export async function countAddresses(tx: Tx, customerId: string): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    sql`select count(*) as count from address where customer_id = ${customerId}`,
  )
  return singleRow(rows).count
}

interface NewAddress extends AddressFields {
  id: string
  customerId: string
  isDefault: boolean
}

export async function insertAddress(tx: Tx, a: NewAddress): Promise<void> {
  await tx.query(sql`
    insert into address (id, customer_id, street, city, state, pin_code, is_default)
    values (${a.id}, ${a.customerId}, ${a.street}, ${a.city}, ${a.state}, ${a.pinCode}, ${a.isDefault})`)
}

/** False where this customer has no such address. */
export async function updateAddress(
  db: Queryable,
  customerId: string,
  addressId: string,
  a: AddressFields,
): Promise<boolean> {
  const rows = await db.query(sql`
    update address set street = ${a.street}, city = ${a.city}, state = ${a.state}, pin_code = ${a.pinCode}
    where id = ${addressId} and customer_id = ${customerId} returning id`)
  return rows.length > 0
}

export async function deleteAddressRow(tx: Tx, customerId: string, addressId: string): Promise<void> {
  await tx.query(sql`delete from address where id = ${addressId} and customer_id = ${customerId}`)
}

export async function clearDefault(tx: Tx, customerId: string): Promise<void> {
  await tx.query(sql`update address set is_default = false where customer_id = ${customerId} and is_default`)
}

export async function setDefault(tx: Tx, customerId: string, addressId: string): Promise<void> {
  await tx.query(
    sql`update address set is_default = true where id = ${addressId} and customer_id = ${customerId}`,
  )
}

export async function setOldestDefault(tx: Tx, customerId: string): Promise<void> {
  await tx.query(sql`
    update address set is_default = true
    where id = (select id from address where customer_id = ${customerId} order by created_at, id limit 1)`)
}
