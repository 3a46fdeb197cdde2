/**
 * The reviews of a product and how its seller delivers, rendered by the server only: the page needs no script for them. Sorting
 * and further pages are links.
 */
import type { ProductDetail } from '../../../../contract/product.ts'
import { type ReviewSort, reviewSorts } from '../../../../contract/review-words.ts'
import type { ShownReview } from '../../../../contract/review-forms.ts'
import type { ListPage } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { DeliveryFacts } from '../../../products/delivery-facts.server.tsx'
import { ReviewBody } from '../../../reviews/review-body.tsx'
import { Rating } from '../../../ui/rating.tsx'

const link = 'inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4'

const sortWords: Record<ReviewSort, string> = {
  helpful: 'Most helpful',
  newest: 'Newest',
  lowest: 'Lowest',
}

/** Below the name of the product and its seller. */
export function ProductFacts({ product }: { product: ProductDetail }) {
  return (
    <>
      {product.delivery && <DeliveryFacts delivery={product.delivery} />}
      {product.rating !== null && (
        <a href="#reviews" className={`${link} gap-2`}>
          <Rating rating={product.rating} count={product.ratingCount} />
          Reviews
        </a>
      )}
    </>
  )
}

interface Props {
  product: ProductDetail
  page: ListPage<ShownReview>
  sort: ReviewSort
  /** Whether this is a later page of the list. */
  later: boolean
}

export function Reviews({ product, page, sort, later }: Props) {
  const address = (query: Record<string, string>) => `?${new URLSearchParams(query)}#reviews`
  return (
    <section id="reviews" aria-labelledby="reviews-heading" className="page-width mt-12 scroll-mt-4 sm:mt-16">
      <h2 id="reviews-heading" className="mb-4 text-xl font-bold tracking-tight sm:text-2xl">
        Reviews
      </h2>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start">
        <div>
          <Histogram product={product} />
          <p className="mt-3 text-sm text-muted">
            Only buyers who have received this product can review it. A review is never hidden for being bad.
          </p>
          <a href={paths.myOrders} className={link}>
            Write a review in My Orders
          </a>
        </div>
        <div className="min-w-0">
          {page.total > 1 && (
            <nav aria-label="Sort reviews" className="flex flex-wrap gap-x-5">
              {reviewSorts.map((one) => (
                <a
                  key={one}
                  href={address({ sort: one })}
                  aria-current={one === sort ? 'true' : undefined}
                  className="inline-flex min-h-11 items-center text-forest underline underline-offset-4 aria-[current]:font-bold aria-[current]:no-underline"
                >
                  {sortWords[one]}
                </a>
              ))}
            </nav>
          )}
          <ul aria-label="Reviews" className="divide-y divide-line">
            {page.items.map((review) => (
              <li key={review.id} className="py-4">
                <article aria-label={`Review by ${review.author}`}>
                  <ReviewBody review={review} />
                  {review.removed === null && (
                    <p className="mt-1 flex gap-x-6 text-sm">
                      <a href={paths.review(review.id)} rel="nofollow" className={link}>
                        Helpful ({review.helpful})
                      </a>
                      <a href={`${paths.review(review.id)}#report`} rel="nofollow" className={link}>
                        Report
                      </a>
                    </p>
                  )}
                </article>
              </li>
            ))}
          </ul>
          <p className="flex flex-wrap gap-x-6">
            {page.next !== null && (
              <a href={address({ sort, cursor: page.next })} className={link}>
                More reviews
              </a>
            )}
            {later && (
              <a href={address({ sort })} className={link}>
                First reviews
              </a>
            )}
          </p>
        </div>
      </div>
    </section>
  )
}

/** As many stars as the mean has, the last one in part: 4.5 shows four and a half. */
function MeanStars({ rating }: { rating: number }) {
  return (
    <span
      role="img"
      aria-label={`${rating.toFixed(1)} of 5 stars on average`}
      className="relative whitespace-nowrap text-edge"
    >
      ☆☆☆☆☆
      <span
        className="absolute inset-y-0 left-0 overflow-hidden text-amber"
        style={{ width: `${20 * rating}%` }}
      >
        ★★★★★
      </span>
    </span>
  )
}

function Histogram({ product }: { product: ProductDetail }) {
  const { rating, ratingCount, ratingStars } = product
  if (rating === null) return <p>There are no reviews yet.</p>
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-3xl font-bold">{rating.toFixed(1)}</span>
        <MeanStars rating={rating} />
        <span className="text-sm text-muted">
          {ratingCount.toLocaleString('en-IN')} {ratingCount === 1 ? 'review' : 'reviews'}
        </span>
      </p>
      {product.family?.sameThing && (
        <p className="text-sm text-muted">Of all options of this product together.</p>
      )}
      <ul
        aria-label="Reviews by stars"
        className="mt-3 grid grid-cols-[auto_1fr_auto] gap-x-2 gap-y-1 text-sm"
      >
        {[5, 4, 3, 2, 1].map((stars) => {
          const count = ratingStars[stars - 1] ?? 0
          return (
            <li key={stars} className="col-span-3 grid grid-cols-subgrid items-center">
              <span>{stars === 1 ? '1 star' : `${stars} stars`}</span>
              <progress
                aria-label={`${stars} stars`}
                max={ratingCount}
                value={count}
                className="block h-2.5 w-full appearance-none overflow-hidden rounded-full bg-mist [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-mist [&::-webkit-progress-value]:bg-leaf"
              />
              <span className="text-right tabular-nums">{count.toLocaleString('en-IN')}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** The rating and the shown reviews for search engines (schema.org), as parts of the product. */
export function ratingData(product: ProductDetail, reviews: readonly ShownReview[]): Record<string, unknown> {
  if (product.rating === null) return {}
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: product.rating,
      reviewCount: product.ratingCount,
    },
    review: reviews
      .filter(({ removed }) => removed === null)
      .map(({ stars, author, at, words }) => ({
        '@type': 'Review',
        reviewRating: { '@type': 'Rating', ratingValue: stars },
        author: { '@type': 'Person', name: author },
        datePublished: at.slice(0, 10),
        reviewBody: words,
      })),
  }
}
