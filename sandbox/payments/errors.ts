/** The payment provider's error replies. */

export type ErrorBody = {
  error: {
    code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR'
    description: string
    source?: string
    step?: string
    reason?: string
    metadata?: Record<string, string>
    field?: string
  }
}

export type RefusalStatus = 400 | 401 | 404 | 409 | 413 | 429 | 500

export class Refusal extends Error {
  readonly status: RefusalStatus
  readonly body: ErrorBody

  constructor(status: RefusalStatus, body: ErrorBody) {
    super(body.error.description)
    this.status = status
    this.body = body
  }
}

/** 400 for input that breaks a rule; `field` names the input. */
export function badInput(description: string, field?: string): Refusal {
  return new Refusal(400, {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
      ...(field === undefined ? {} : { field }),
    },
  })
}

/** An error without a wrong field: authentication, unknown route, rate limit, internal error. */
export function refusal(status: RefusalStatus, description: string): Refusal {
  return new Refusal(status, {
    error: {
      code: status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR',
      description,
      source: status >= 500 ? 'internal' : 'NA',
      step: 'NA',
      reason: 'NA',
      metadata: {},
    },
  })
}

/** The real provider replies 400, not 404, for an id it does not know. */
export function unknownId(): Refusal {
  return badInput('The id provided does not exist')
}

export type FailureReason =
  | 'card_declined'
  | 'gateway_technical_error'
  | 'incorrect_otp'
  | 'insufficient_funds'
  | 'payment_cancelled'
  | 'payment_timed_out'

/** Why the bank declined: fields of a failed payment and of the widget's event `payment.failed`. */
export type Failure = {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR'
  description: string
  source: string
  step: string
  reason: FailureReason
}

const FAILURES: Record<FailureReason, Omit<Failure, 'reason'>> = {
  card_declined: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your payment was recordFailedPayment by the bank. Try again or use another method.',
    source: 'issuer',
    step: 'payment_authorization',
  },
  gateway_technical_error: {
    code: 'GATEWAY_ERROR',
    description: 'Your payment could not be completed because of a technical problem. Try again later.',
    source: 'gateway',
    step: 'payment_authorization',
  },
  incorrect_otp: {
    code: 'BAD_REQUEST_ERROR',
    description: 'You entered a wrong OTP. Try again.',
    source: 'customer',
    step: 'payment_authentication',
  },
  insufficient_funds: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your account does not have enough money for this payment. Try another account.',
    source: 'customer',
    step: 'payment_authorization',
  },
  payment_cancelled: {
    code: 'BAD_REQUEST_ERROR',
    description: 'You cancelled the payment. Try again or use another method.',
    source: 'customer',
    step: 'payment_authentication',
  },
  payment_timed_out: {
    code: 'BAD_REQUEST_ERROR',
    description: 'The payment was not completed on time.',
    source: 'customer',
    step: 'payment_authentication',
  },
}

export const FAILURE_REASONS = Object.keys(FAILURES) as [FailureReason, ...FailureReason[]]

export function failureFor(reason: FailureReason): Failure {
  return { ...FAILURES[reason], reason }
}
