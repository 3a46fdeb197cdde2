/** What to do when no code came: where to look, and a button that asks for another one. */
import type { Ref } from 'react'
import { limits } from '../../contract/limits.ts'
import { Button } from '../ui/button.tsx'
import { NoMailHint } from './no-mail-hint.tsx'
import { clockText } from './use-countdown.ts'

const timeOfDay = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short' })

interface Props {
  buttonRef: Ref<HTMLButtonElement>
  email: string
  /** From when the server sends another code, in milliseconds since 1970, and the seconds until then. */
  from: number
  wait: number
  busy: boolean
  onResend: () => void
}

export function ResendOtp({ buttonRef, email, from, wait, busy, onResend }: Props) {
  // A longer wait than that between two codes means that too many were requested (api-rules §2).
  const tooMany = wait > limits.otpResendSeconds
  return (
    <div className="flex flex-col items-center gap-1 text-center text-sm text-muted">
      <div role="status">
        {tooMany && (
          <p className="mb-3 rounded-xl bg-dew px-4 py-3 text-left text-ink">
            Too many OTPs were requested. <strong className="font-semibold">No further one is sent</strong>{' '}
            before {timeOfDay.format(from)}. The last OTP stays good for {limits.otpSeconds / 60} minutes from
            its sending: please look for it in your inbox and enter it here. After {timeOfDay.format(from)}{' '}
            press Resend OTP.
          </p>
        )}
      </div>
      <NoMailHint email={email} />
      <Button
        ref={buttonRef}
        look="ghost"
        className="px-3 tabular-nums"
        busy={busy}
        busyLabel="Sending..."
        onClick={onResend}
      >
        {wait > 0 ? `Resend OTP in ${clockText(wait)}` : 'Resend OTP'}
      </Button>
    </div>
  )
}
