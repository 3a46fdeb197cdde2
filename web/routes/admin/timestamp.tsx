/** A day and its time to the second; where there is no room for both in a line, neither breaks. */
import { exactTime, shortDate } from './dates.ts'

export function Timestamp({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{shortDate(at)},</span>{' '}
      <span className="whitespace-nowrap">{exactTime(at)}</span>
    </time>
  )
}
