/** The calls of identity; cookies and statuses stop here. */
import { passwordChanged, passwordReset, verifyYourEmail } from '../../contract/auth.ts'
import type { Role } from '../../contract/endpoint.ts'
import { api } from '../../contract/endpoints.ts'
import { accountOf, type Call } from '../http/call.ts'
import type { Registrar } from '../http/register.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { changePassword } from './change-password.ts'
import { confirmLogin } from './confirm-login.ts'
import {
  clearCookies,
  proofTokenIn,
  sessionTokenIn,
  setProofCookie,
  setSessionCookies,
  setSignUpCookie,
  signUpMarkIn,
} from './cookies.ts'
import { editCustomer } from './edit-customer.ts'
import { forgotPassword } from './forgot-password.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { endOwnSessions, listOwnSessions } from './own-sessions.ts'
import { resendOtp } from './resend-otp.ts'
import { resetPassword } from './reset-password.ts'
import { signUpCustomer } from './sign-up-customer.ts'
import { verifyOtp } from './verify-otp.ts'

const browserOf = ({ ip, userAgent }: Pick<Call, 'ip' | 'userAgent'>) => ({ ip, userAgent })

/** Where the pages of a role begin that nobody else is told of; undefined where the role's are no secret. */
export type HomeOf = (role: Role) => Promise<string | undefined>

export function identityRoutes(shop: Shop, on: Registrar, homeOf: HomeOf): void {
  on(api.auth.customerSignup, async (call) => {
    setSignUpCookie(shop, call, await signUpCustomer(shop, { ...call.body, ip: call.ip }))
    return { msg: 'We have sent an OTP to your email. Please verify it to continue.' }
  })

  on(api.auth.login, async (call) => {
    const oldToken = sessionTokenIn(shop, call.cookies)
    const done = await logIn(shop, { ...call.body, ...browserOf(call), oldToken })
    if (done.kind === 'unverified') {
      setProofCookie(shop, call, done.proofToken)
      throw new Refusal('signed-out', verifyYourEmail)
    }
    setSessionCookies(shop, call, done.token, done.role)
    // The words come from here: no script that visitors load knows them.
    const msg = done.role === 'ADMIN' ? 'Admin Login Success' : 'Logged in Successfully!'
    return { msg, email: done.email, role: done.role }
  })

  on(api.auth.verifyOtp, async (call) => {
    const proofToken = proofTokenIn(shop, call.cookies)
    const mark = signUpMarkIn(shop, call.cookies)
    const session = await verifyOtp(shop, { ...call.body, ...browserOf(call), proofToken, mark })
    if (session) setSessionCookies(shop, call, session.token, session.role)
    return 'Email verified successfully!'
  })

  on(api.auth.resendOtp, async ({ body, ip }) => {
    await resendOtp(shop, { ...body, ip })
    return { msg: 'If this email is waiting to be verified, a new OTP is on its way.' }
  })

  on(api.auth.forgotPassword, async ({ params, ip }) => {
    await forgotPassword(shop, { ...params, ip })
    return { msg: 'If this email has an account, an OTP is on its way.' }
  })

  on(api.auth.resetPassword, async ({ body, cookies }) => {
    await resetPassword(shop, { ...body, mark: signUpMarkIn(shop, cookies) })
    return { msg: passwordReset }
  })

  on(api.auth.logout, async (call) => {
    await logOut(shop, sessionTokenIn(shop, call.cookies))
    clearCookies(shop, call)
    return { msg: 'Logged out Successfully!' }
  })

  on(api.auth.sessions, (call) =>
    listOwnSessions(shop, accountOf(call), sessionTokenIn(shop, call.cookies) ?? ''),
  )

  on(api.auth.endSessions, async (call) => {
    const ended = await endOwnSessions(shop, accountOf(call), { ...call.body, ip: call.ip })
    return { msg: ended === 1 ? 'One device was logged out.' : `${ended} devices were logged out.` }
  })

  on(api.auth.confirmLogin, async (call) => {
    const token = sessionTokenIn(shop, call.cookies) ?? ''
    const until = await confirmLogin(shop, accountOf(call), { ...call.body, ip: call.ip, token })
    return { msg: 'Password confirmed', confirmedUntil: until.toISOString() }
  })

  on(api.auth.changePassword, async (call) => {
    const session = accountOf(call)
    const token = await changePassword(shop, session, { ...call.body, ...browserOf(call) })
    setSessionCookies(shop, call, token, session.role)
    return { msg: passwordChanged }
  })

  on(api.profile.me, async (call) => {
    const { email, role } = accountOf(call)
    const home = await homeOf(role)
    return { email, role, ...(home !== undefined && { home }) }
  })

  on(api.profile.editCustomer, async (call) => {
    await editCustomer(shop, accountOf(call).accountId, call.body)
    return { msg: 'Profile Updated Successfully' }
  })
}
