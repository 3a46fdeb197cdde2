import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { ApiError, call } from '../../../api/client.ts'
import { accountWords } from '../../../messages/account.ts'
import { failureMessage } from '../../../messages/failure-message.ts'

export interface SentCode {
  email: string
  /** When the code was requested; it distinguishes one request from the next. */
  askedAt: number
  /** When the newest code was sent; null where that is not known. */
  sentAt: number | null
  /** From when the server sends another one. */
  resendFrom: number
  problem: string | null
}

const gapMs = limits.otpResendSeconds * 1_000

/**
 * Requests a code for an unverified account that has logged in. Times are in milliseconds since 1970. A 429 means that
 * one was sent in the last half minute, or that too many were requested in the last hour (api-rules §2).
 */
export async function sendCode(email: string): Promise<SentCode> {
  const askedAt = Date.now()
  try {
    await call(api.auth.resendOtp, { body: { email } })
    return { email, askedAt, sentAt: askedAt, resendFrom: askedAt + gapMs, problem: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) {
      const problem = failureMessage(error, accountWords.resendOtp)
      return { email, askedAt, sentAt: null, resendFrom: askedAt, problem }
    }
    const waitMs = (error.retryAfter ?? 0) * 1_000
    const resendFrom = askedAt + waitMs
    const sentAt = waitMs <= gapMs ? resendFrom - gapMs : null
    return { email, askedAt, sentAt, resendFrom, problem: null }
  }
}
