/** auth/customer/signup (specification §2, §7; api-rules §6). */
import type { Shop } from '../shop.ts'
import { type CustomerDetails, insertCustomer } from './queries.ts'
import { type Newcomer, signUp } from './sign-up.ts'

type Signup = Omit<Newcomer, 'role'> & CustomerDetails

/** The caller hears the same whether or not the e-mail has an account. Refuses: too-often past the limits of sending. */
export async function signUpCustomer(shop: Shop, signup: Signup): Promise<void> {
  const { email, password, ip, ...details } = signup
  await signUp(shop, { email, password, ip, role: 'CUSTOMER' }, (tx, { id }) =>
    insertCustomer(tx, id, details),
  )
}
