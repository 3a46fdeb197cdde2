/** The one error that a use case throws to refuse. The code decides the status (http/errors.ts). */
export type RefusalCode =
  | 'invalid'
  | 'signed-out'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-slow'
  | 'too-large'
  | 'wrong-type'
  | 'too-often'
  | 'unavailable'

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  constructor(
    code: RefusalCode,
    message: string,
    more: { fields?: Record<string, string> | undefined; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export const notFound = (what = 'Not found') => new Refusal('not-found', what)
