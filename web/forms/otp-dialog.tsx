/** The dialog that asks for the code sent by e-mail: ten minutes, verify, resend, close (specification §4, §5, §8). */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../contract/endpoints.ts'
import { limits } from '../../contract/limits.ts'
import { ApiError, call } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { emptyBoxes, OtpBoxes, type OtpBoxesHandle } from '../ui/otp-boxes.tsx'
import { failureWords } from './failure-words.ts'
import { FormProblem } from './form-problem.tsx'
import { OtpTimer } from './otp-timer.tsx'
import { clockText, useCountdown } from './use-countdown.ts'

interface Props {
  open: boolean
  email: string
  /** When the code was sent, in milliseconds since 1970. */
  sentAt: number
  /** What went wrong with that sending, if anything did. */
  sendProblem?: string | null
  onClose: () => void
  /** After the server took the code; `message` is what it said. The dialog stays busy until this is done. */
  onVerified: (message: string) => void | Promise<void>
}

/** Keep it rendered while it is closed, so that it goes on where it was; a new sending wants a new `key`. */
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
    // The boxes are switched off now, and with them goes the focus of whoever was typing.
    resendButton.current?.focus()
  }, [open, expired])

  useEffect(() => {
    // Not sooner: after an expired code the boxes are switched on again only now.
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
      setProblem(failureWords(error, 'Failed to verify OTP'))
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
      setProblem(failureWords(error, 'Failed to resend OTP'))
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
        <p className="flex flex-wrap items-center justify-center gap-x-1 text-sm text-muted">
          No e-mail? Look into your spam folder, or
          <Button
            ref={resendButton}
            look="ghost"
            className="px-3 tabular-nums"
            busy={working === 'resend'}
            busyLabel="Sending..."
            onClick={() => void resend()}
          >
            {wait > 0 ? `Resend OTP in ${clockText(wait)}` : 'Resend OTP'}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
