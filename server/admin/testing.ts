/** What the tests of the administrator share. */
import { createAccount } from '../identity/create-account.ts'
import { hashPassword } from '../identity/passwords.ts'
import type { TestClient } from '../../tests/setup/client.ts'
import type { TestShop } from '../../tests/setup/shop.ts'
import { newId } from '../db/ids.ts'
import { sql } from '../db/sql.ts'

export const adminPassword = 'mangoes-and-neem'

export interface Admin extends TestClient {
  id: string
  email: string
}

/** An administrator who is logged in. */
export async function addAdmin(shop: TestShop, email = `admin-${newId()}@hariyali.test`): Promise<Admin> {
  const passwordHash = await hashPassword(adminPassword)
  const id = await shop.db.transaction((tx) => createAccount(tx, { email, passwordHash, role: 'ADMIN' }))
  const client = shop.client()
  const { status } = await client.post('/auth/login', { email, password: adminPassword })
  if (status !== 200) throw new Error(`log-in of the administrator: ${status}`)
  return Object.assign(client, { id, email })
}

/** What was written down, newest first: act, who, to whom. */
export async function auditOf(admin: TestClient, query: Record<string, string> = {}): Promise<any[]> {
  return (await admin.get(`/public/admin/audit?${new URLSearchParams(query)}`)).body
}

/** The password was given so long ago that sensitive views ask for it. */
export async function passLongAgo(shop: TestShop, admin: Admin): Promise<void> {
  await shop.db.query(
    sql`update session set confirmed_at = now() - interval '11 minutes' where account_id = ${admin.id}`,
  )
}
