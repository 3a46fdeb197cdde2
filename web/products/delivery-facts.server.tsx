/** How a seller delivers, rendered by the server only. */
import type { DeliveryFacts as Facts } from '../../contract/seller-page.ts'

const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`

export function DeliveryFacts({ delivery }: { delivery: Facts }) {
  const { parcels, promised, inTime, ordered, cancelled, received, notAsDescribed } = delivery
  const facts = [
    promised > 0 && `${percent(inTime, promised)} in time`,
    ordered > 0 && `${percent(cancelled, ordered)} cancelled`,
    received > 0 && `${percent(notAsDescribed, received)} not as described`,
  ].filter(Boolean)
  return (
    <p className="mt-1 text-sm text-muted">
      {facts.join(' · ')} ({parcels.toLocaleString('en-IN')} parcels of this seller in 90 days)
    </p>
  )
}
