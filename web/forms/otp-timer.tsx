import { clockText } from './use-countdown.ts'

const nearlyOver = 60

/**
 * The time that the code is still valid, in orange during the last minute. Screen readers hear only the changes, not
 * each second.
 */
export function OtpTimer({ left, resent }: { left: number; resent: boolean }) {
  const soon = left <= nearlyOver
  return (
    <div className="text-center text-sm">
      {left > 0 && (
        <p className={soon ? 'font-semibold text-orange' : 'text-muted'}>
          OTP expires in{' '}
          <span role="timer" className="font-semibold tabular-nums">
            {clockText(left)}
          </span>
        </p>
      )}
      <p role="status" className={left === 0 ? 'font-semibold text-clay' : 'text-forest'}>
        {left === 0 ? (
          'OTP has expired. Please request a new one.'
        ) : soon ? (
          <span className="sr-only">The OTP expires in less than a minute.</span>
        ) : (
          resent && 'A new OTP is on its way.'
        )}
      </p>
    </div>
  )
}
