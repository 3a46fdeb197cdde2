/** Accounts that nobody signs up for: the demo shop's, and the first administrator's. */
import type { Role } from '../../contract/endpoint.ts'
import type { Tx } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { Refusal } from '../refusal.ts'
import { type CustomerDetails, insertAccount, insertCustomer } from './queries.ts'

interface NewAccount {
  /** In lower case. */
  email: string
  /** From `hashPassword`, made before the transaction begins. */
  passwordHash: string
  role: Role
}

/** A verified account; answers its id. A seller's or customer's own row is the caller's to add. Refuses: conflict for a taken e-mail. */
export async function createAccount(tx: Tx, account: NewAccount): Promise<string> {
  const id = newId()
  if (!(await insertAccount(tx, { ...account, id, verified: true })))
    throw new Refusal('conflict', 'This e-mail has an account already.')
  return id
}

/** A verified customer; answers its id. Refuses: conflict for a taken e-mail. */
export async function createCustomer(
  tx: Tx,
  { email, passwordHash, ...details }: Omit<NewAccount, 'role'> & CustomerDetails,
): Promise<string> {
  const id = await createAccount(tx, { email, passwordHash, role: 'CUSTOMER' })
  await insertCustomer(tx, id, details)
  return id
}
