/** The dialog that asks for the code sent by e-mail, which is valid for ten minutes (specification §4, §5, §8). */
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react'
import { api } from '../../contract/endpoints.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError, call } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { emptyBoxes, OtpBoxes, type OtpBoxesHandle } from '../ui/otp-boxes.tsx'
import { accountWords } from '../messages/account.ts'
import { failureMessage } from '../messages/failure-message.ts'
import { FormProblem } from './form-problem.tsx'
import { OtpTimer } from './otp-timer.tsx'
import { clockText, useCountdown } from './use-countdown.ts'

interface Props {
  open: boolean
  email: string
  /** When the code was sent, in milliseconds since 1970. */
  sentAt: number
  /** The words for a failure of that sending, or null. */
  sendProblem?: string | null
  onClose: () => void
  /** Called after the server accepted the code, with its message. The dialog stays busy until the promise resolves. */
  onVerified: (message: string) => void | Promise<void>
}

/** Rendered also while it is closed, so that its countdown and digits are kept. Each sending needs a `key` of its own. */
export function OtpDialog({ open, email, sentAt, sendProblem = null, onClose, onVerified }: Props) {
  const [digits, setDigits] = useState(() => emptyBoxes(limits.otpDigits))
  const [codeSentAt, setCodeSentAt] = useState(sentAt)
  const [resendFrom, setResendFrom] = useState(0)
  const [working, setWorking] = useState<'verify' | 'resend' | null>(null)
  const [problem, setProblem] = useState(sendProblem)
  const [resent, setResent] = useState(false)
  const left = useCountdown(codeSentAt + limits.otpSeconds * 1_000, open)
  const wait = useCountdown(resendFrom, open)
  const boxes = useRef<OtpBoxesHandle>(null)
  const resendButton = useRef<HTMLButtonElement>(null)
  const expired = left === 0
  const complete = digits.every((digit) => digit !== '')

  useEffect(() => {
    if (!open || !expired) return
    setProblem(null)
    // The boxes are disabled now and lose the focus.
    resendButton.current?.focus()
  }, [open, expired])

  useEffect(() => {
    // After an expired code the boxes are enabled only with this rendering.
    if (resent) boxes.current?.focus()
  }, [resent])

  async function verify(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (working || expired || !complete) return
    setWorking('verify')
    setProblem(null)
    setResent(false)
    try {
      await onVerified(await call(api.auth.verifyOtp, { body: { email, otp: digits.join('') } }))
    } catch (error) {
      setProblem(failureMessage(error, accountWords.verifyOtp))
      boxes.current?.focus()
    } finally {
      setWorking(null)
    }
  }

  async function resend(): Promise<void> {
    if (working || wait > 0) return
    setWorking('resend')
    setProblem(null)
    setResent(false)
    try {
      await call(api.auth.resendOtp, { body: { email } })
      setDigits(emptyBoxes(limits.otpDigits))
      setCodeSentAt(Date.now())
      setResent(true)
    } catch (error) {
      setProblem(failureMessage(error, accountWords.resendOtp))
      if (error instanceof ApiError && error.retryAfter) setResendFrom(Date.now() + error.retryAfter * 1_000)
    } finally {
      setWorking(null)
    }
  }

  return (
    <Dialog open={open} title="Verify your email" onClose={onClose} closeOnBackdrop={false}>
      <form onSubmit={(event) => void verify(event)} noValidate className="flex flex-col gap-5">
        <p className="text-muted">
          Enter the 6-digit OTP we sent to <strong className="font-semibold text-ink">{email}</strong>.
        </p>
        <OtpBoxes
          ref={boxes}
          digits={digits}
          onChange={setDigits}
          label="OTP"
          disabled={expired}
          invalid={problem !== null && complete}
        />
        <OtpTimer left={left} resent={resent} />
        <FormProblem text={problem} />
        <Button
          type="submit"
          disabled={expired || !complete}
          busy={working === 'verify'}
          busyLabel="Verifying..."
        >
          Verify
        </Button>
        <Resend
          buttonRef={resendButton}
          wait={wait}
          busy={working === 'resend'}
          onResend={() => void resend()}
        />
      </form>
    </Dialog>
  )
}

interface ResendProps {
  buttonRef: Ref<HTMLButtonElement>
  /** Seconds until the server sends another code. */
  wait: number
  busy: boolean
  onResend: () => void
}

function Resend({ buttonRef, wait, busy, onResend }: ResendProps) {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1 text-sm text-muted">
      No e-mail? Look into your spam folder, or
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
    </p>
  )
}
