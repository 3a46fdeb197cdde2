import { dayInWords } from '../../contract/day-in-words.ts'
import type { DeliveryEstimate } from '../../contract/delivery.ts'

/** Specification §9, at the longest: what holds where the courier has said nothing. */
const generalPeriod = 'Usually ships within 10 business days'

interface Props {
  estimate: DeliveryEstimate | undefined
  pin: string
  /** Beside an address, which has the pin code. */
  short?: boolean
}

/** 'Delivery by Tue, 2 Dec to 302015'. */
export function DeliveryLine({ estimate, pin, short = false }: Props) {
  if (estimate?.delivered === false)
    return <span className="font-semibold text-clay">Not delivered to {pin}</span>
  if (!estimate?.by) return <>{generalPeriod}</>
  return (
    <>
      Delivery by{' '}
      <time dateTime={estimate.by} className="font-semibold text-forest">
        {dayInWords(estimate.by)}
      </time>
      {!short && ` to ${pin}`}
    </>
  )
}
