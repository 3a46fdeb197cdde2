/** What waits for the seller, with a link to each; the dashboard begins with it. */
import { Link } from 'react-router'
import type { Area } from '../../../../contract/endpoint.ts'
import { api } from '../../../../contract/endpoints.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { review as reviewCalls } from '../../../../contract/review.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { call, callPage } from '../../../api/client.ts'
import { type Loaded, loadOrEmpty } from '../../../api/load-or-empty.ts'
import { paths } from '../../../paths.ts'
import type { Session } from '../../../session/session.ts'
import { shortDate } from '../../../ui/dates.ts'
import { ChevronRight } from '../../../ui/icons.tsx'
import { mayDo } from '../may-do.ts'

export interface Task {
  key: string
  to: string
  words: string
}

const none = { total: 0 }

/** A fixed number of calls, most of which read one row and the total of their list; each for who may do something about it. */
export function loadTasks(session: Session): Promise<Loaded<Task[]>> {
  return loadOrEmpty(async () => {
    const one = { limit: 1 }
    const forArea = <T,>(area: Area, load: () => Promise<T>, other: T) =>
      mayDo(session, area) ? load() : Promise.resolve(other)
    const ofOrders = (load: () => Promise<{ total: number }>) => forArea('orders', load, none)
    const ofProducts = (load: () => Promise<{ total: number }>) => forArea('products', load, none)
    const [
      parcels,
      asked,
      received,
      messages,
      questions,
      reviews,
      low,
      out,
      incomplete,
      undeclared,
      undertaken,
      earnings,
    ] = await Promise.all([
      forArea('orders', () => call(privateApi.dispatch.counts), null),
      ofOrders(() => callPage(privateApi.returns.getSeller, { query: { ...one, state: 'requested' } })),
      ofOrders(() => callPage(privateApi.returns.getSeller, { query: { ...one, state: 'received' } })),
      ofOrders(() => callPage(privateApi.orderMessages.getSeller, { query: { ...one, show: 'unread' } })),
      ofProducts(() => callPage(privateApi.question.getSeller, { query: { ...one, show: 'open' } })),
      ofProducts(() => callPage(reviewCalls.getSeller, { query: { ...one, show: 'unanswered' } })),
      ofProducts(() => callPage(api.product.getBySeller, { query: { ...one, stock: 'low' } })),
      ofProducts(() => callPage(api.product.getBySeller, { query: { ...one, stock: 'out' } })),
      ofProducts(() => callPage(api.product.getBySeller, { query: { ...one, hsn: 'missing' } })),
      ofProducts(() => callPage(api.product.getBySeller, { query: { ...one, declared: 'missing' } })),
      forArea('owner', () => call(privateApi.sellerUndertaking.get), null),
      forArea('money', () => call(privateApi.earnings.summary), null),
    ])
    const { toPack, late, attention } = parcels ?? { toPack: 0, late: 0, attention: 0 }
    const counted = (count: number, single: string, several: string) =>
      `${count.toLocaleString('en-IN')} ${count === 1 ? single : several}`
    const list: (Task & { isShown: boolean })[] = [
      {
        key: 'to-pack',
        isShown: toPack > 0,
        to: `${paths.manageOrders}?tab=to-pack`,
        words: `${counted(toPack, 'parcel', 'parcels')} to pack`,
      },
      {
        key: 'late',
        isShown: late > 0,
        to: `${paths.manageOrders}?tab=to-pack`,
        words: `${counted(late, 'parcel is', 'parcels are')} late: the promised day of the hand-over is past`,
      },
      {
        key: 'attention',
        isShown: attention > 0,
        to: `${paths.manageOrders}?tab=attention`,
        words: `${counted(attention, 'order needs', 'orders need')} attention`,
      },
      {
        key: 'asked',
        isShown: asked.total > 0,
        to: `${paths.sellerReturns}?state=requested`,
        words: `${counted(asked.total, 'return', 'returns')} to answer`,
      },
      {
        key: 'received',
        isShown: received.total > 0,
        to: `${paths.sellerReturns}?state=received`,
        words: `${counted(received.total, 'returned parcel', 'returned parcels')} to look at`,
      },
      {
        key: 'messages',
        isShown: messages.total > 0,
        to: paths.sellerMessages,
        words: `${counted(messages.total, 'order', 'orders')} with messages to answer`,
      },
      {
        key: 'questions',
        isShown: questions.total > 0,
        to: paths.sellerQuestions,
        words: `${counted(questions.total, 'question', 'questions')} about your products to answer`,
      },
      {
        key: 'reviews',
        isShown: reviews.total > 0,
        to: `${paths.sellerReviews}?show=unanswered`,
        words: `${counted(reviews.total, 'review', 'reviews')} without an answer`,
      },
      {
        key: 'low',
        isShown: low.total > 0,
        to: `${paths.manageProducts}?stock=low`,
        words: `${counted(low.total, 'product has', 'products have')} few units left`,
      },
      {
        key: 'out',
        isShown: out.total > 0,
        to: `${paths.manageProducts}?stock=out`,
        words: `${counted(out.total, 'product is', 'products are')} out of stock`,
      },
      {
        key: 'incomplete',
        isShown: incomplete.total > 0,
        to: `${paths.manageProducts}?hsn=missing`,
        words: `${counted(incomplete.total, 'product needs', 'products need')} an HSN code`,
      },
      {
        key: 'undeclared',
        isShown: undeclared.total > 0,
        to: `${paths.manageProducts}?declared=missing`,
        words: `${counted(undeclared.total, 'product lacks', 'products lack')} what the law asks of listings`,
      },
      {
        key: 'undertaking',
        isShown: undertaken !== null && undertaken.accepted?.version !== undertaken.present,
        to: paths.sellerProfile,
        words: 'Our undertaking for sellers waits for you to read and accept it',
      },
      {
        key: 'money',
        isShown: earnings !== null && earnings.due > 0,
        to: paths.earnings,
        words: earnings
          ? `${formatAmount(earnings.due)} comes to you with the statement of ${shortDate(earnings.nextRunOn)}`
          : '',
      },
    ]
    return list.filter(({ isShown }) => isShown)
  }, [])
}

export function TaskList({ loaded: { value: items, failed } }: { loaded: Loaded<Task[]> }) {
  if (failed) return null
  return (
    <section aria-labelledby="to-do" className="mb-6">
      <h2 id="to-do" className="mb-3 text-xl font-bold tracking-tight">
        To do
      </h2>
      {items.length === 0 ? (
        <p className="text-muted">Nothing waits for you at the moment.</p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
          {items.map(({ key, to, words }) => (
            <li key={key}>
              <Link
                to={to}
                className="flex min-h-11 items-center justify-between gap-3 px-4 py-2 font-medium hover:bg-dew sm:px-5"
              >
                {words}
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-forest" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
