/** Decisions of signing in and up on plain values. */
import { adminPasswordMin } from '../../contract/admin-security.ts'
import { limits } from '../../contract/limits.ts'
import type { Role } from '../../contract/endpoint.ts'

export type Purpose = 'verify-email' | 'reset-password'

/** What came of an entered code. 'wrong' is also said where there is no code at all. */
export type CodeOutcome = 'right' | 'wrong' | 'expired' | 'locked'

/** The words for each refusal of a code (specification §4). */
export const codeWords: Record<Exclude<CodeOutcome, 'right'>, string> = {
  wrong: 'Invalid OTP',
  expired: 'OTP has expired. Please request a new one.',
  locked: 'Too many wrong attempts. Please request a new OTP.',
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export const codeSeconds = limits.otpSeconds
/** How long a browser that gave the right password may take to enter the code. */
export const proofSeconds = 15 * minute

/** As long as somebody may come back to a sign-up and have another code sent. */
export const signUpMarkSeconds = day

/** How long after giving the password sensitive views are open. */
export const confirmedSeconds = 10 * minute

export interface SessionLife {
  idleSeconds: number
  hardSeconds: number
  /** `last_seen_at` is written at most this often. */
  touchSeconds: number
}

export const sessionLife: SessionLife = {
  idleSeconds: 7 * day,
  hardSeconds: 30 * day,
  touchSeconds: 5 * minute,
}
export const adminSessionLife: SessionLife = {
  idleSeconds: 30 * minute,
  hardSeconds: 12 * hour,
  touchSeconds: minute,
}

export function sessionLifeOf(role: Role): SessionLife {
  return role === 'ADMIN' ? adminSessionLife : sessionLife
}

/**
 * A code never says 'expired' or 'right' to somebody who does not hold it: both answers would tell that
 * the e-mail is known. Everybody else hears 'wrong', and 'locked' after five tries, known or not.
 */
export function checkCode(
  code: { matches: boolean; expired: boolean } | null,
): Exclude<CodeOutcome, 'locked'> {
  if (!code?.matches) return 'wrong'
  return code.expired ? 'expired' : 'right'
}

/** Whether a new sign-up may replace this account: nobody has proved yet that its e-mail is his. */
export function mayBeReplaced(account: { role: Role; verified: boolean; suspended: boolean }): boolean {
  return !account.verified && !account.suspended && account.role !== 'ADMIN'
}

/** What is wrong with a new password for this role beyond what the forms of everybody say. */
export function passwordProblem(role: Role, newPassword: string): string | undefined {
  return role === 'ADMIN' && newPassword.length < adminPasswordMin
    ? `The password must have at least ${adminPasswordMin} characters.`
    : undefined
}

// The first that fits: Edge and Opera call themselves Chrome as well, and Chrome calls itself Safari.
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

/** 'Chrome on Android': what a browser says of itself, in words of ours. */
export function deviceOf(userAgent: string): string {
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
