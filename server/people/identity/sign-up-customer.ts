/** auth/customer/signup (specification §2, §7; api-rules §6). */
import type { Shop } from '../../platform/shop.ts'
import { type CustomerDetails, insertCustomer } from './queries.ts'
import { type SignUpRequest, signUp } from './sign-up.ts'

type CustomerSignUp = Omit<SignUpRequest, 'role'> & CustomerDetails

/**
 * Returns the sign-up token for the browser (sign-up-token.ts), whether or not the e-mail has an account.
 * Refuses: too-often above the sending limits.
 */
export async function signUpCustomer(shop: Shop, signup: CustomerSignUp): Promise<string> {
  const { email, password, ip, ...details } = signup
  const { signUpToken } = await signUp(shop, { email, password, ip, role: 'CUSTOMER' }, (tx, { id }) =>
    insertCustomer(tx, id, details),
  )
  return signUpToken
}
