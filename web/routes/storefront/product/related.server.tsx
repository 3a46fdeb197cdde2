/** Products beside a product, each with the reason why it is there, rendered by the server only. */
import type { ReactNode } from 'react'
import { StaticRouter } from 'react-router'
import type { ListedProduct, ProductDetail } from '../../../../contract/product.ts'
import type { RelatedProducts } from '../../../../contract/related.ts'
import { relatedLimits } from '../../../../contract/related-limits.ts'
import { paths } from '../../../paths.ts'
import { ProductCard, toCard } from '../../../products/product-card.tsx'
import { cardClass, stripClass } from '../../../products/product-strip.tsx'

interface Props {
  product: ProductDetail
  related: RelatedProducts
}

/** Beside what is sold out stands only what is there. */
const shownSimilar = ({ product, related }: Props) =>
  related.similar.filter(({ product: { noOfUnits } }) => product.noOfUnits > 0 || noOfUnits > 0)

export function BoughtTogether({ related: { boughtTogether } }: Pick<Props, 'related'>) {
  const { buyersMin, daysBetween } = relatedLimits
  return (
    <Row
      id="together"
      heading="Often bought together"
      help={`What at least ${buyersMin} people bought with it within ${daysBetween} days: counted each night from orders, never from visits.`}
      products={boughtTogether.map(({ product, buyers }) => ({
        product,
        reason: `Bought together by ${buyers} buyers`,
      }))}
    />
  )
}

export function Similar(props: Props) {
  const { product } = props
  const soldOut = product.noOfUnits === 0 ? 'In stock, most alike first: ' : 'Most alike first: '
  return (
    <Row
      id="others"
      heading={`More in ${product.subCategoryName}`}
      help={`${soldOut}by attributes, proven claims and price.`}
      products={shownSimilar(props).map((one) => ({ product: one.product, reason: reasonOf(one) }))}
    />
  )
}

/** 'Same material and scent, similar price'. */
function reasonOf(one: RelatedProducts['similar'][number]): string {
  const names = one.sameAttributes.slice(0, 2).map((name) => name.slice(0, 1).toLowerCase() + name.slice(1))
  const same = [...names, ...(one.sameClaim ? ['green claim'] : [])]
  const parts = [
    same.length > 0 && `same ${new Intl.ListFormat('en-IN').format(same)}`,
    one.similarPrice && 'similar price',
  ]
  const text = parts.filter(Boolean).join(', ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** A link to similar products, near the top of a page whose product cannot be bought. */
export function SoldOutNote(props: Props) {
  if (props.product.noOfUnits > 0 || shownSimilar(props).length === 0) return null
  return (
    <p>
      <a href="#others" className={`${link} font-semibold text-forest`}>
        {props.product.backOn ? 'Seller away' : 'Sold out'}: see what is like it
      </a>
    </p>
  )
}

export function ProductLinks({ product: { id }, related }: Props) {
  return (
    <p className="page-width mt-3 flex flex-wrap gap-x-6 text-sm">
      {related.similar.length > 0 && (
        <a href={paths.compare(id)} rel="nofollow" className={`${link} font-semibold text-forest`}>
          Compare with others
        </a>
      )}
      <a href={paths.reportProduct(id)} className={`${link} text-muted`}>
        Report this product
      </a>
    </p>
  )
}

const link = 'inline-flex min-h-11 items-center underline underline-offset-4'

interface RowProps {
  id: string
  heading: string
  help: ReactNode
  products: { product: ListedProduct; reason: string }[]
}

function Row({ id, heading, help, products }: RowProps) {
  if (products.length === 0) return null
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="page-width mt-12 scroll-mt-4 sm:mt-16">
      <h2 id={`${id}-heading`} className="text-xl font-bold tracking-tight sm:text-2xl">
        {heading}
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-sm text-muted">{help}</p>
      {/* The cards are those of other pages; without a router around them they could not be links. */}
      <StaticRouter location="/">
        <ul aria-label={heading} className={`-mx-4 sm:-mx-6 lg:-mx-8 ${stripClass}`}>
          {products.map(({ product, reason }) => (
            <li key={product.id} className={`flex flex-col ${cardClass}`}>
              <div className="grow">
                <ProductCard product={toCard(product)} />
              </div>
              <p className="mt-1.5 text-sm text-muted">{reason}</p>
            </li>
          ))}
        </ul>
      </StaticRouter>
    </section>
  )
}
