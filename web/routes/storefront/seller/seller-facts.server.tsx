/** Who a seller is, rendered by the server only: the page needs no script for it. */
import { dayInWords } from '../../../../contract/day-in-words.ts'
import type { SellerPage } from '../../../../contract/seller-page.ts'
import { paths } from '../../../paths.ts'
import { DeliveryFacts } from '../../../products/delivery-facts.server.tsx'
import { longDate } from '../../../ui/dates.ts'
import { BadgeCheck } from '../../../ui/home-icons.tsx'
import { toServerHtml } from '../../../ui/to-server-html.server.ts'

const link = 'inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4'

function facts(seller: SellerPage): (readonly [string, string])[] {
  const { companyName, address, gstin, careNumber, grievanceContact } = seller
  const name = ['Legal name', companyName] as const
  const answers = (contact: string) => ['Complaints are answered by', contact] as const
  if (address === null || careNumber === null)
    return grievanceContact ? [name, answers(grievanceContact)] : [name]
  return [
    name,
    ['Address', address],
    ...(gstin === null ? [] : [['GST number', gstin] as const]),
    ['Customer care', careNumber],
    answers(grievanceContact || careNumber),
  ]
}

function SellerFacts({ seller }: { seller: SellerPage }) {
  const { city, state, since, verified, story, delivery, undertaking, awayUntil } = seller
  return (
    <>
      <p className="mt-1 text-muted">
        {city}, {state} · Seller here since <time dateTime={since}>{longDate(since)}</time>
      </p>
      {verified && (
        <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <span className="inline-flex items-center gap-1.5 rounded-full bg-leaf-soft py-0.5 pr-3 pl-2 font-semibold text-forest">
            <BadgeCheck aria-hidden="true" className="size-4.5" />
            Verified seller
          </span>
          Our team has seen GST certificate, bank account and proof of identity.
        </p>
      )}
      {awayUntil !== null && (
        <p className="mt-2 w-fit rounded-xl bg-amber-soft px-4 py-2 font-semibold">
          Away until {dayInWords(awayUntil)}. Their products can be bought again the day after.
        </p>
      )}
      {delivery && <DeliveryFacts delivery={delivery} />}
      {story && (
        <p dir="auto" className="mt-4 max-w-prose leading-relaxed break-words whitespace-pre-line">
          {story}
        </p>
      )}
      <dl className="mt-5 grid max-w-3xl gap-x-8 rounded-card border border-line bg-surface px-4 py-2 sm:grid-cols-[auto_1fr]">
        {facts(seller).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="pt-2 text-sm text-muted sm:py-2">{name}</dt>
            <dd dir="auto" className="min-w-0 pb-2 break-words sm:pt-1.5">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {undertaking ? (
        <details className="mt-3 max-w-prose">
          <summary className="min-h-11 cursor-pointer py-2 font-semibold text-forest">
            What they undertook: the text of {longDate(undertaking.version)}
          </summary>
          <ol className="list-decimal space-y-2 pl-6 text-sm">
            {undertaking.words.split('\n').map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ol>
        </details>
      ) : (
        <p className="mt-3 text-sm text-muted">
          Address, GST number and telephone stand here once the seller has accepted our undertaking for
          sellers.
        </p>
      )}
      <p className="mt-3 flex flex-wrap gap-x-6">
        <a href={paths.returnPolicy} className={link}>
          Returns, exchanges and refunds
        </a>
        <a href={paths.shippingPolicy} className={link}>
          Delivery
        </a>
        <a href={paths.newComplaint} rel="nofollow" className={link}>
          Report this seller
        </a>
      </p>
    </>
  )
}

export const sellerFacts = (seller: SellerPage) => toServerHtml(<SellerFacts seller={seller} />)
