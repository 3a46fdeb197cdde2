/** Sign-up, login, logout, codes, passwords and sessions (specification §5, §7; api-rules §1, §2). */
import { z } from 'zod'
import { anyDuty, endpoint, formLimits, visitorLimits } from './endpoint.ts'
import { allFieldsRequired, email, message, mobile, newPassword, otp, text } from './fields.ts'
import { limits } from './limits.ts'
import { gstAnswer, sellerSignupCall } from './seller.ts'

export const loginRequired = 'Email and password are required!'
export const wrongLogin = 'Invalid email or password'
export const verifyYourEmail = 'Please verify your email'
export const emailRequired = 'Email is required!'
export const passwordReset = 'Password reset successfully!'
export const wrongPassword = 'This password is not right.'
export const passwordChanged = 'Password changed. Your other devices are logged out.'

/** Text of the 403 with the field `recentLogin`: ask for the password, call `confirmLogin` and repeat the call. */
export const recentLoginRequired = 'Please confirm your password to go on.'

/** Text of the 400 with the field `code`: the account has a second factor, repeat the call with a `code`. */
export const codeRequired = 'Enter the code from your authenticator app.'
export const wrongCode = 'This code is not right.'
/** Six digits from the app, or one of the recovery codes. */
export const secondFactorCode = z
  .string({ error: codeRequired })
  .trim()
  .min(1, codeRequired)
  .max(20, wrongCode)

export const loginBody = z.object({
  email: email(loginRequired),
  password: z.string({ error: loginRequired }).min(1, loginRequired).max(1_000, wrongLogin),
  code: secondFactorCode.optional(),
})

/** The token of the mailed link. The server asks for a longer password than the schema. */
export const acceptInvitationBody = z.object({
  token: z.string().max(100),
  newPassword: newPassword('Please choose a password.', 'Password must be at least 6 characters'),
})

export const customerSignupBody = z.object({
  firstName: text(limits.nameLength, allFieldsRequired),
  lastName: text(limits.nameLength, allFieldsRequired),
  email: email(allFieldsRequired),
  mobile: mobile(allFieldsRequired),
  password: newPassword(allFieldsRequired, 'Password must be at least 6 characters long'),
})

export const resetBody = z.object({
  email: email(emailRequired),
  otp,
  newPassword: newPassword(
    'Password must be at least 6 characters',
    'Password must be at least 6 characters',
  ),
})

const ownPassword = z
  .string({ error: 'Password is required.' })
  .min(1, 'Password is required.')
  .max(1_000, wrongPassword)

export const changePasswordBody = z.object({
  password: ownPassword,
  newPassword: newPassword('New password is required.', 'Password must be at least 6 characters'),
})
export const confirmLoginBody = z.object({ password: ownPassword, code: secondFactorCode.optional() })
export const endSessionsBody = z.object({
  ids: z
    .array(z.string().max(64), { error: 'Please choose a device.' })
    .min(1, 'Please choose a device.')
    .max(limits.sessionsMax),
  password: ownPassword,
})

/** One session of the caller. `device` is its user agent in words. */
export const ownSession = z.object({
  id: z.string(),
  current: z.boolean(),
  device: z.string(),
  ip: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
})
export type OwnSession = z.output<typeof ownSession>

const anybodySignedIn = ['CUSTOMER', 'SELLER', 'ADMIN'] as const

export const payoutsStopped =
  'Payouts are stopped, and your account is logged out everywhere. Please set a new password.'
/** 256 random bits. */
export const stopPayoutsBody = z.object({
  token: z.string({ error: 'This link is not complete.' }).regex(/^[\w-]{43}$/, 'This link is not complete.'),
})

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    roles: ['visitor'],
    costly: ['hash'],
    limits: visitorLimits,
    summary: 'Log in. 401 only for a right password on an account whose e-mail is not verified.',
    body: loginBody,
    reply: /* @__PURE__ */ z.object({
      msg: z.string(),
      email: z.string(),
      role: /* @__PURE__ */ z.enum(['CUSTOMER', 'SELLER', 'ADMIN']),
    }),
  }),
  verifyOtp: endpoint({
    method: 'POST',
    path: '/auth/verify-otp',
    roles: ['visitor'],
    summary:
      'Verify an e-mail address with the code sent to it. Opens a session only if the same browser has just given the right password. 409 for a seller whose GST number another seller has verified meanwhile.',
    body: z.object({ email: email(emailRequired), otp }),
    reply: z.string(),
  }),
  resendOtp: endpoint({
    method: 'POST',
    path: '/auth/resend-otp',
    roles: ['visitor'],
    costly: ['mail'],
    limits: visitorLimits,
    summary:
      'Send a new code; the earlier one becomes void. The reply does not tell whether the e-mail is known.',
    body: z.object({ email: email(emailRequired) }),
    reply: message,
  }),
  customerSignup: endpoint({
    method: 'POST',
    path: '/auth/customer/signup',
    roles: ['visitor'],
    costly: ['hash', 'mail'],
    limits: visitorLimits,
    summary: 'Register as a buyer; a code goes to the e-mail address.',
    body: customerSignupBody,
    reply: message,
  }),
  sellerSignup: endpoint({
    method: 'POST',
    path: '/auth/seller/signup',
    roles: ['visitor'],
    costly: ['hash', 'mail'],
    limits: visitorLimits,
    summary:
      'Register as a seller; a code goes to the e-mail address and opens a session when it is entered in the same browser.',
    body: sellerSignupCall,
    reply: gstAnswer,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password/{email}',
    roles: ['visitor'],
    costly: ['mail'],
    limits: visitorLimits,
    summary: 'Send a code for a new password. The reply does not tell whether the e-mail is known.',
    params: z.object({ email: email(emailRequired) }),
    reply: message,
  }),
  stopPayouts: endpoint({
    method: 'POST',
    path: '/auth/stop-payouts',
    roles: ['visitor'],
    limits: [{ max: 20, seconds: 60 }],
    summary:
      'Stop the payouts of a seller by the token of the link "This was not me", and end every session of the account. A token works once, and no longer than payouts are held. 400 for any other token.',
    body: stopPayoutsBody,
    reply: message,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    roles: ['visitor'],
    costly: ['hash', 'mail'],
    limits: visitorLimits,
    summary: 'Set a new password with the code; every session of the account ends.',
    body: resetBody,
    reply: message,
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/auth/invitation/accept',
    roles: ['visitor'],
    costly: ['hash'],
    limits: [{ max: 20, seconds: 600 }],
    summary:
      'Choose a password with the token of an invitation, which is good once. Returns the e-mail to log in with. 409 for an unknown, used or expired token.',
    body: acceptInvitationBody,
    reply: message.extend({ email: z.string() }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    roles: ['visitor'],
    clearsSiteData: true,
    summary: 'End the session.',
    reply: message,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/private/session/get',
    roles: anybodySignedIn,
    areas: 'person',
    duties: anyDuty,
    summary: 'The sessions of the caller: the present one first, then by last use.',
    reply: z.array(ownSession),
  }),
  endSessions: endpoint({
    method: 'POST',
    path: '/private/session/end',
    roles: anybodySignedIn,
    areas: 'person',
    duties: anyDuty,
    costly: ['hash'],
    limits: formLimits,
    summary: 'End sessions of the caller. Needs the password; ids of other accounts are ignored.',
    body: endSessionsBody,
    reply: message,
  }),
  confirmLogin: endpoint({
    method: 'POST',
    path: '/private/session/confirm',
    roles: anybodySignedIn,
    areas: 'person',
    duties: anyDuty,
    costly: ['hash'],
    limits: formLimits,
    beforeSecondFactor: true,
    summary:
      'Confirm the login with the password, and a code where the account has an authenticator app. Calls that need a recent login are allowed for ten minutes afterwards, as after a login.',
    body: confirmLoginBody,
    reply: message.extend({ confirmedUntil: z.iso.datetime() }),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/private/password/change',
    roles: anybodySignedIn,
    areas: 'person',
    duties: anyDuty,
    costly: ['hash', 'mail'],
    limits: formLimits,
    summary:
      'Change the password, with the present one. Every other session ends; this one gets a new token.',
    body: changePasswordBody,
    reply: message,
  }),
}
