/** What happens to accounts: sign-up, a forgotten password, suspension, the second factor. */
import { endRateLimits, forgetUsedAppCodes } from '../setup/clock.ts'
import { appCode, newestCode } from '../setup/mails.ts'
import { addAdmin, adminPassword } from '../setup/people.ts'
import type { Person } from './cast.ts'
import { call, type Chain, listOf, type Stage, told, untilJobsRest } from './steps.ts'

export async function* suspension({ cast, random }: Stage): Chain {
  const listed = listOf(yield call(cast.admin, 'admin.allCustomers'))
  if (listed.length === 0) return
  const { id } = random.pick(listed)
  yield call(cast.admin, 'admin.suspend', { params: { id } })
  yield call(cast.admin, 'admin.allCustomers', { query: { limit: 200 } })
  yield call(cast.admin, 'admin.reinstate', { params: { id } })
}

/** A visitor becomes a customer, in a browser of their own. */
export async function* signUp({ shop, cast, number, random }: Stage): Chain {
  const email = `kanari-visitor0-s${number}@new.hariyali.test`
  const fresh: Person = { ...cast.visitor, client: shop.client(), email }
  const made = yield call(fresh, 'auth.customerSignup', { body: { email } })
  if (made.status !== 200) return
  const otp = await newestCode(shop, email)
  yield call(fresh, 'auth.verifyOtp', { body: { email, otp } })
  if (random.chance(0.5)) {
    yield call(fresh, 'auth.forgotPassword', { params: { email } })
    await untilJobsRest(shop)
    const code = await newestCode(shop, email)
    yield call(fresh, 'auth.resetPassword', { body: { email, otp: code, newPassword: fresh.password } })
  }
  yield call(fresh, 'auth.login', { body: { email, password: fresh.password } })
  const signedIn: Person = { ...fresh, role: 'CUSTOMER' }
  yield call(signedIn, 'profile.me')
  const [session] = listOf(yield call(signedIn, 'auth.sessions'))
  if (session && random.chance(0.3)) yield call(signedIn, 'auth.endSessions', { body: { ids: [session.id] } })
  yield call(signedIn, random.pick(['auth.changePassword', 'auth.sessions', 'cart.get', 'auth.logout']))
}

/**
 * A separate administrator, so that no other chain needs the codes of this app; without the duties of the first one, whose calls
 * would need a second person.
 */
export async function* secondFactor({ shop, cast, random }: Stage): Chain {
  await endRateLimits(shop)
  const client = await addAdmin(shop, undefined, ['catalogue'])
  const own: Person = { ...cast.admin, client, email: client.email, password: adminPassword }
  const { secret } = told(yield call(own, 'secondFactor.begin'))
  if (typeof secret !== 'string') return
  const step = (operation: string) => call(own, operation, { body: { code: appCode(secret) } })
  const { recoveryCodes = [] } = told(yield step('secondFactor.confirm'))
  await forgetUsedAppCodes(shop, client.id)
  const { recoveryCodes: renewed = recoveryCodes } = told(yield step('secondFactor.renewRecoveryCodes'))
  await forgetUsedAppCodes(shop, client.id)
  yield call(own, 'admin.me')
  if (renewed.length > 0) {
    const login = { email: own.email, password: own.password, code: random.pick<string>(renewed) }
    yield call(random.chance(0.5) ? own : { ...own, client: shop.client() }, 'auth.login', { body: login })
  }
  yield step('secondFactor.remove')
}
