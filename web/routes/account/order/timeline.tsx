/** The story of an order, oldest first, and what is awaited at its end. */
import type { ReactNode } from 'react'
import { dayInWords } from '../../../../contract/day-in-words.ts'
import type { OrderPage, OrderStep } from '../../../../contract/order.ts'
import { today } from '../../../ui/dates.ts'
import { Check } from '../../../ui/icons.tsx'
import { CircleAlert, Clock, ExternalLink, Undo2 } from '../../../ui/more-icons.tsx'

const moment = new Intl.DateTimeFormat('en-IN', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
})

const looks: Record<OrderStep['kind'], { icon: typeof Check; colors: string }> = {
  step: { icon: Check, colors: 'bg-leaf-soft text-forest' },
  end: { icon: Check, colors: 'bg-forest text-white' },
  problem: { icon: CircleAlert, colors: 'bg-amber-soft text-amber' },
  money: { icon: Undo2, colors: 'bg-leaf-soft text-forest' },
}

const underWay: readonly string[] = ['pending', 'processing', 'shipped']

export function Timeline({ order: { steps, proof, status, promisedBy } }: { order: OrderPage }) {
  // The last step of a parcel that is lost, or could not be handed over, says itself what follows.
  const awaited = underWay.includes(status) && steps.at(-1)?.kind !== 'problem'
  return (
    <ol className="mt-4">
      {steps.map((step, index) => (
        <Step key={`${step.at} ${index}`} step={step} isLast={!awaited && index === steps.length - 1}>
          {proof?.url && proof.at === step.at && step.kind === 'end' && (
            <a
              href={proof.url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-forest underline underline-offset-4"
            >
              <ExternalLink aria-hidden="true" className="size-4.5" />
              Proof of delivery
            </a>
          )}
        </Step>
      ))}
      {awaited && (
        <li className="flex gap-3 text-sm">
          <Mark icon={Clock} colors="border border-line text-muted" />
          <p className="pt-1 text-muted">
            {promisedBy ? (
              <>
                {promisedBy < today() ? 'Your parcel is late. It was promised by' : 'Expected by'}{' '}
                <time dateTime={promisedBy} className="font-semibold text-ink">
                  {dayInWords(promisedBy)}
                </time>
                {promisedBy < today() && '. If nothing moves for days, our team finds out why: ‘Get Help’.'}
              </>
            ) : status === 'shipped' ? (
              'The courier has not named a day.'
            ) : (
              'Usually ships within 10 business days. The courier has not named a day.'
            )}
          </p>
        </li>
      )}
    </ol>
  )
}

interface StepProps {
  step: OrderStep
  isLast: boolean
  children: ReactNode
}

function Step({ step: { at, title, detail, place, kind }, isLast, children }: StepProps) {
  return (
    <li className="relative flex gap-3 pb-5 text-sm last:pb-0">
      {!isLast && <span aria-hidden="true" className="absolute top-7 bottom-0 left-3.5 w-px bg-line" />}
      <Mark {...looks[kind]} />
      <div className="min-w-0 pt-0.5">
        <p className="font-semibold">{title}</p>
        <p className="text-muted">
          <time dateTime={at}>{moment.format(new Date(at))}</time>
          {place && (
            <>
              , <bdi>{place}</bdi>
            </>
          )}
        </p>
        {detail && <p className="mt-0.5 wrap-anywhere">{detail}</p>}
        {children}
      </div>
    </li>
  )
}

function Mark({ icon: Icon, colors }: { icon: typeof Check; colors: string }) {
  return (
    <span
      aria-hidden="true"
      className={`relative flex size-7 shrink-0 items-center justify-center rounded-full ${colors}`}
    >
      <Icon className="size-4" />
    </span>
  )
}
