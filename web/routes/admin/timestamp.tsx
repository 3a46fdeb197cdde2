/** A date and its time; where both do not fit into a line, the line breaks between them. */
import { exactTime, shortDate } from '../../ui/dates.ts'

export function Timestamp({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      <span className="inline-block">{shortDate(at)},</span>{' '}
      <span className="inline-block">{exactTime(at)}</span>
    </time>
  )
}
