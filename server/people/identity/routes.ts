/** The endpoints of accounts. Cookies are read and set here only. */
import { passwordChanged, passwordReset, verifyYourEmail } from '../../../contract/auth.ts'
import type { Role } from '../../../contract/endpoint.ts'
import { api } from '../../../contract/endpoints.ts'
import { accountOf, type RequestContext } from '../../platform/http/request-context.ts'
import { showMembership } from '../team/manage-team.ts'
import type { Registrar } from '../../platform/http/register.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { changePassword } from './change-password.ts'
import { askingClient, clientOf } from './clients.ts'
import { confirmLogin, requireRecentLogin } from './confirm-login.ts'
import {
  clearCookies,
  logOut,
  proofTokenIn,
  sessionTokenIn,
  setProofCookie,
  setSessionCookies,
  setSignUpCookie,
  signUpTokenIn,
} from './sessions.ts'
import { editCustomer } from './customer-profile.ts'
import { forgotPassword, resetPassword } from './reset-password.ts'
import { logIn } from './log-in.ts'
import { endOwnSessions, listOwnSessions } from './own-sessions.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts'
import { resendOtp } from './send-code.ts'
import { signUpCustomer } from './sign-up.ts'
import { verifyOtp } from './verify-otp.ts'

const browserOf = ({ ip, userAgent }: Pick<RequestContext, 'ip' | 'userAgent'>) => ({ ip, userAgent })

/** The secret path at which the pages of a role begin; undefined for roles whose pages are public. */
export type FindHomePath = (role: Role) => Promise<string | undefined>

export function identityRoutes(shop: Shop, route: Registrar, findHomePath: FindHomePath): void {
  route(api.auth.customerSignup, async (context) => {
    const client = askingClient(shop, context)
    setSignUpCookie(shop, context, await signUpCustomer(shop, { ...context.body, client }))
    return { msg: 'We have sent an OTP to your email. Please verify it to continue.' }
  })

  route(api.auth.login, async (context) => {
    const oldToken = sessionTokenIn(shop, context.cookies)
    const { client, keepCookie } = clientOf(shop, context)
    const done = await logIn(shop, { ...context.body, ...browserOf(context), oldToken, client })
    if (done.kind === 'unverified') {
      setProofCookie(shop, context, done.proofToken)
      throw new Refusal('signed-out', verifyYourEmail)
    }
    setSessionCookies(shop, context, done.token, done.role)
    keepCookie()
    // The message comes from the server, so that no script that visitors load mentions administrators.
    const msg = done.role === 'ADMIN' ? 'Admin Login Success' : 'Logged in Successfully!'
    return { msg, email: done.email, role: done.role }
  })

  route(api.auth.verifyOtp, async (context) => {
    const proofToken = proofTokenIn(shop, context.cookies)
    const signUpToken = signUpTokenIn(shop, context.cookies)
    const { client, keepCookie } = clientOf(shop, context)
    const given = { ...context.body, ...browserOf(context), client, proofToken, signUpToken }
    const session = await verifyOtp(shop, given)
    if (session) {
      setSessionCookies(shop, context, session.token, session.role)
      keepCookie()
    }
    return 'Email verified successfully!'
  })

  route(api.auth.resendOtp, async (context) => {
    await resendOtp(shop, { ...context.body, client: askingClient(shop, context) })
    return { msg: 'If this email is waiting to be verified, a new OTP is on its way.' }
  })

  route(api.auth.forgotPassword, async (context) => {
    await forgotPassword(shop, { ...context.params, client: askingClient(shop, context) })
    return { msg: 'If this email has an account, an OTP is on its way.' }
  })

  route(api.auth.resetPassword, async (context) => {
    const { client, keepCookie } = clientOf(shop, context)
    const signUpToken = signUpTokenIn(shop, context.cookies)
    await resetPassword(shop, { ...context.body, signUpToken, client })
    keepCookie()
    return { msg: passwordReset }
  })

  route(api.auth.logout, async (context) => {
    await logOut(shop, sessionTokenIn(shop, context.cookies))
    clearCookies(shop, context)
    return { msg: 'Logged out Successfully!' }
  })

  route(api.auth.sessions, (context) => listOwnSessions(shop, accountOf(context)))

  route(api.auth.endSessions, async (context) => {
    const ended = await endOwnSessions(shop, accountOf(context), context.body)
    return { msg: ended === 1 ? 'One device was logged out.' : `${ended} devices were logged out.` }
  })

  route(api.auth.confirmLogin, async (context) => {
    const until = await confirmLogin(shop, accountOf(context), context.body)
    return { msg: 'Password confirmed', confirmedUntil: until.toISOString() }
  })

  route(api.auth.changePassword, async (context) => {
    const session = accountOf(context)
    const { browser } = clientOf(shop, context).client
    const token = await changePassword(shop, session, { ...context.body, browser })
    setSessionCookies(shop, context, token, session.role)
    return { msg: passwordChanged }
  })

  route(api.secondFactor.state, (context) => readSecondFactor(shop, accountOf(context)))

  route(api.secondFactor.begin, (context) => {
    const session = accountOf(context)
    requireRecentLogin(session)
    return beginSecondFactor(shop, session)
  })

  route(api.secondFactor.confirm, async (context) => {
    const { client, keepCookie } = clientOf(shop, context)
    const { code } = context.body
    const recoveryCodes = await confirmSecondFactor(shop, accountOf(context), { code, client })
    keepCookie()
    return { recoveryCodes }
  })

  route(api.secondFactor.renewRecoveryCodes, async (context) => {
    const session = accountOf(context)
    requireRecentLogin(session)
    return { recoveryCodes: await renewRecoveryCodes(shop, session, context.body.code) }
  })

  route(api.secondFactor.remove, async (context) => {
    const session = accountOf(context)
    requireRecentLogin(session)
    await removeSecondFactor(shop, session, context.body.code)
    return { msg: 'The second factor is off.' }
  })

  route(api.profile.me, async (context) => {
    const { accountId, email, role, partyId } = accountOf(context)
    const home = await findHomePath(role)
    const team = partyId === accountId ? undefined : await showMembership(shop.db, accountId)
    return { email, role, ...(home !== undefined && { home }), ...(team && { team }) }
  })

  route(api.profile.editCustomer, async (context) => {
    await editCustomer(shop, accountOf(context).accountId, context.body)
    return { msg: 'Profile Updated Successfully' }
  })
}
