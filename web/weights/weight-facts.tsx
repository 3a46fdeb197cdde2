/** What a parcel weighed for its seller and for the courier, and what the difference costs: as seller and administrators see it. */
import type { ReactNode } from 'react'
import { formatAmount } from '../../contract/money.ts'
import { kilograms, type WeightState, weightStateWords } from '../../contract/weight-words.ts'
import type { WeightReply } from '../../contract/weights.ts'
import { Badge, type BadgeColor } from '../ui/badge.tsx'
import { PrivatePhotos } from '../uploads/private-photos.tsx'

const colors: Record<WeightState, BadgeColor> = {
  held: 'yellow',
  announced: 'yellow',
  disputed: 'yellow',
  charged: 'red',
  accepted: 'green',
  withdrawn: 'grey',
  'given-back': 'green',
}

interface Props {
  item: WeightReply
  /** 'You say', or who says it. */
  says: string
  children?: ReactNode
}

export function WeightFacts({ item, says, children }: Props) {
  const { order, awbNumber, size, packedGrams, appliedGrams, charge, gst, state, words, reason, photos } =
    item
  const facts: [string, ReactNode][] = [
    ['Packed', `${kilograms(size.weightGrams)}, ${size.lengthCm} × ${size.widthCm} × ${size.heightCm} cm`],
    ['Paid for', kilograms(packedGrams)],
    ['The courier says', <strong key="applied">{kilograms(appliedGrams)}</strong>],
    ['Difference', `${formatAmount(charge + gst)} with GST`],
  ]
  return (
    <article
      aria-label={`Weight of order ${order.number}`}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 text-sm shadow-card"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 className="line-clamp-2 text-base font-semibold">{order.product}</h2>
          <p className="text-muted">
            Order {order.number}
            {awbNumber && <>, AWB {awbNumber}</>}
          </p>
        </div>
        <Badge color={colors[state]}>{weightStateWords[state]}</Badge>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {words !== null && (
        <p>
          <span className="text-muted">{says}: </span>
          <bdi className="wrap-anywhere">“{words}”</bdi>
        </p>
      )}
      <PrivatePhotos ids={photos} alt="The parcel on the scale" />
      {reason !== null && (
        <p>
          <span className="text-muted">Decided: </span>
          <bdi className="wrap-anywhere">“{reason}”</bdi>
        </p>
      )}
      {children}
    </article>
  )
}
