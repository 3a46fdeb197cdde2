/** auth/customer/signup (specification §2, §7; api-rules §6). */
import type { Shop } from '../shop.ts'
import { type CustomerDetails, insertCustomer } from './queries.ts'
import { type Newcomer, signUp } from './sign-up.ts'

type Signup = Omit<Newcomer, 'role'> & CustomerDetails

/**
 * Answers the mark for the browser (sign-up-mark.ts). The caller hears the same whether or not the e-mail has an account.
 * Refuses: too-often past the limits of sending.
 */
export async function signUpCustomer(shop: Shop, signup: Signup): Promise<string> {
  const { email, password, ip, ...details } = signup
  const { mark } = await signUp(shop, { email, password, ip, role: 'CUSTOMER' }, (tx, { id }) =>
    insertCustomer(tx, id, details),
  )
  return mark
}
