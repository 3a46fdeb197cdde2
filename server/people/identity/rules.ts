/** Decisions of sign-up, login and sessions on plain values. */
import { adminPasswordMin } from '../../../contract/admin-security.ts'
import { limits } from '../../../contract/limits.ts'
import type { Role } from '../../../contract/endpoint.ts'

export type CodePurpose = 'verify-email' | 'reset-password'

/** The result of checking an entered code. 'wrong' is also the result if there is no code. */
export type CodeOutcome = 'right' | 'wrong' | 'expired' | 'locked'

/** The message for each refusal of a code (specification §4). */
export const codeMessages: Record<Exclude<CodeOutcome, 'right'>, string> = {
  wrong: 'Invalid OTP',
  expired: 'OTP has expired. Please request a new one.',
  locked: 'Too many wrong attempts. Please request a new OTP.',
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export const codeSeconds = limits.otpSeconds
/** How long a browser that knew the password of an unverified account may take to enter the code. */
export const passwordProofSeconds = 15 * minute

/** How long a browser can continue its sign-up with another code. */
export const signUpTokenSeconds = day

/** How long a browser is recognised after its last login to an account. */
export const knownBrowserSeconds = limits.knownBrowserDays * day

/** How long a login counts as recent, which sensitive calls require. */
export const recentLoginSeconds = 10 * minute

export interface SessionLife {
  /** Idle timeout: seconds since the last request. */
  idleSeconds: number
  /** Absolute timeout: seconds since the login. */
  absoluteSeconds: number
  /** `last_seen_at` is written at most this often. */
  touchSeconds: number
}

export const sessionLife: SessionLife = {
  idleSeconds: limits.sessionIdleDays * day,
  absoluteSeconds: limits.sessionDays * day,
  touchSeconds: 5 * minute,
}
export const adminSessionLife: SessionLife = {
  idleSeconds: 30 * minute,
  absoluteSeconds: 12 * hour,
  touchSeconds: minute,
}

export function sessionLifeOf(role: Role): SessionLife {
  return role === 'ADMIN' ? adminSessionLife : sessionLife
}

/**
 * 'expired' and 'right' are only returned for a matching code: they would reveal that the e-mail has an account. Any other code is
 * 'wrong', and 'locked' after five attempts, whether or not there is an account.
 */
export function checkCode(
  code: { matches: boolean; expired: boolean } | null,
): Exclude<CodeOutcome, 'locked'> {
  if (!code?.matches) return 'wrong'
  return code.expired ? 'expired' : 'right'
}

/** Whether a new sign-up may replace this account: its e-mail is not verified. */
export function isReplaceable(account: { role: Role; verified: boolean; suspended: boolean }): boolean {
  return !account.verified && !account.suspended && account.role !== 'ADMIN'
}

/** Why a new password is refused for this role, in addition to the contract's schema; undefined if it is accepted. */
export function passwordProblem(role: Role, newPassword: string): string | undefined {
  return role === 'ADMIN' && newPassword.length < adminPasswordMin
    ? `The password must have at least ${adminPasswordMin} characters.`
    : undefined
}

// The first match counts: the user agents of Edge and Opera contain Chrome, and that of Chrome contains Safari.
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

/** Describes a user agent: 'Chrome on Android'. */
export function deviceOf(userAgent: string): string {
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
