/** A day and its time to the second; where there is no room for both in a line, neither breaks. */
import { exactDay, exactTime } from './dates.ts'

export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{exactDay(at)},</span>{' '}
      <span className="whitespace-nowrap">{exactTime(at)}</span>
    </time>
  )
}
