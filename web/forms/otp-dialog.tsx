/** The dialog that asks for the code sent by e-mail, which is valid for ten minutes (specification §4, §5, §8). */
import { type FormEvent, useEffect, useRef, useState } from 'react'
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
import { ResendOtp } from './resend-otp.tsx'
import { useCountdown } from './use-countdown.ts'

interface Props {
  open: boolean
  email: string
  /** When the code was sent, in milliseconds since 1970; null where that is not known, and no countdown is shown. */
  sentAt: number | null
  /** From when the server sends another one; without it half a minute after `sentAt`. */
  resendFrom?: number
  /** The words for a failure of that sending, or null. */
  sendProblem?: string | null
  onClose: () => void
  /** Called after the server accepted the code, with its message. The dialog stays busy until the promise resolves. */
  onVerified: (message: string) => void | Promise<void>
}

const resendMs = limits.otpResendSeconds * 1_000

/** Rendered also while it is closed, so that its countdown and digits are kept. Each sending needs a `key` of its own. */
export function OtpDialog({ open, email, sentAt, sendProblem = null, onClose, onVerified, ...rest }: Props) {
  const [digits, setDigits] = useState(() => emptyBoxes(limits.otpDigits))
  const [codeSentAt, setCodeSentAt] = useState(sentAt)
  const [resendFrom, setResendFrom] = useState(rest.resendFrom ?? (sentAt ?? 0) + resendMs)
  const [working, setWorking] = useState<'verify' | 'resend' | null>(null)
  const [problem, setProblem] = useState(sendProblem)
  const [resent, setResent] = useState(false)
  const left = useCountdown((codeSentAt ?? 0) + limits.otpSeconds * 1_000, open)
  const wait = useCountdown(resendFrom, open)
  const boxes = useRef<OtpBoxesHandle>(null)
  const resendButton = useRef<HTMLButtonElement>(null)
  const expired = codeSentAt !== null && left === 0
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
    if (working) return
    setWorking('resend')
    setProblem(null)
    setResent(false)
    try {
      await call(api.auth.resendOtp, { body: { email } })
      setDigits(emptyBoxes(limits.otpDigits))
      setCodeSentAt(Date.now())
      setResendFrom(Date.now() + resendMs)
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
        {codeSentAt !== null && <OtpTimer left={left} resent={resent} />}
        <FormProblem text={problem} />
        <Button
          type="submit"
          disabled={expired || !complete}
          busy={working === 'verify'}
          busyLabel="Verifying..."
        >
          Verify
        </Button>
        <ResendOtp
          buttonRef={resendButton}
          email={email}
          from={resendFrom}
          wait={wait}
          busy={working === 'resend'}
          onResend={() => void resend()}
        />
      </form>
    </Dialog>
  )
}
