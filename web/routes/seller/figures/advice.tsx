/** What the seller may do next, each with a link to the place where it is done. */
import { Link } from 'react-router'
import { figureLimits } from '../../../../contract/figure-words.ts'
import { daysInWords } from '../../../../contract/period-words.ts'
import { returnReasonWords } from '../../../../contract/return-words.ts'
import type { Advice } from '../../../../contract/seller-figures.ts'
import { paths } from '../../../paths.ts'
import { ChevronRight } from '../../../ui/icons.tsx'
import { counted } from './totals.tsx'

export function AdviceList({ advice }: { advice: readonly Advice[] }) {
  return (
    <section aria-labelledby="next">
      <h2 id="next" className="mb-3 text-xl font-bold tracking-tight">
        What to do next
      </h2>
      {advice.length === 0 ? (
        <p className="text-muted">
          Nothing: the stock lasts, few pieces come back, and your listings are complete.
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
          {advice.map((one) => {
            const { to, title, text } = inWords(one)
            return (
              <li key={title + text}>
                <Link
                  to={to}
                  className="flex min-h-11 items-center justify-between gap-3 px-4 py-2.5 hover:bg-dew sm:px-5"
                >
                  <span className="min-w-0">
                    <span className="block font-medium wrap-anywhere">{title}</span>
                    <span className="block text-sm text-muted">{text}</span>
                  </span>
                  <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

function inWords(advice: Advice): { to: string; title: string; text: string } {
  switch (advice.kind) {
    case 'stock': {
      const { product, units, sold, daysLeft } = advice
      const pace = `${counted(sold)} sold in the last ${figureLimits.recentDays} days`
      return {
        to: paths.editProduct(product.id),
        title: units === 0 ? `Sold out: ${product.name}` : `Soon sold out: ${product.name}`,
        text:
          units === 0
            ? `${pace}. Add stock if you have it.`
            : `${counted(units)} left, ${daysLeft === 0 ? 'for less than a day' : `about ${daysInWords(daysLeft)}`} at this pace: ${pace}.`,
      }
    }
    case 'returns':
      return {
        to: paths.sellerReturns,
        title: `Many returns: ${advice.product.name}`,
        text: `${counted(advice.returned)} of ${counted(advice.sold)} pieces of the last ${figureLimits.returnDays} days come back. Most often: ${returnReasonWords[advice.reason]}.`,
      }
    case 'seldom-bought':
      return {
        to: paths.editProduct(advice.product.id),
        title: `Often seen, seldom bought: ${advice.product.name}`,
        text: `${counted(advice.views)} views and ${counted(advice.bought)} bought in the last ${figureLimits.recentDays} days. Compare price, pictures and description with others.`,
      }
    case 'declarations':
      return {
        to: `${paths.manageProducts}?declared=missing`,
        title: `${counted(advice.products)} ${advice.products === 1 ? 'listing is' : 'listings are'} not complete`,
        text: 'They lack what the law asks of listings.',
      }
    case 'promises':
      return {
        to: `${paths.manageOrders}?tab=to-pack`,
        title: 'Parcels come late',
        text: `${counted(advice.inTime)} of ${counted(advice.promised)} parcels of the last 90 days came by the promised day. Hand them over on the day that the order names, or promise more days in your profile.`,
      }
  }
}
