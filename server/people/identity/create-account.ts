/** Creates accounts without a sign-up: those of the demo shop and the first administrator. */
import type { Role } from '../../../contract/endpoint.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type CustomerDetails, insertAccount, insertCustomer } from './queries.ts'

interface NewAccount {
  /** In lower case. */
  email: string
  /** From `hashPassword`, made before the transaction begins. */
  passwordHash: string
  role: Role
}

/**
 * Creates a verified account and returns its id. The caller inserts the row of the seller or customer. Refuses: conflict if the
 * e-mail has an account.
 */
export async function createAccount(tx: Tx, account: NewAccount): Promise<string> {
  const id = newId()
  if (!(await insertAccount(tx, { ...account, id, verified: true })))
    throw new Refusal('conflict', 'This e-mail has an account already.')
  return id
}

/** Creates a verified customer and returns its id. Refuses: conflict if the e-mail has an account. */
export async function createCustomer(
  tx: Tx,
  { email, passwordHash, ...details }: Omit<NewAccount, 'role'> & CustomerDetails,
): Promise<string> {
  const id = await createAccount(tx, { email, passwordHash, role: 'CUSTOMER' })
  await insertCustomer(tx, id, details)
  return id
}
