/** A product in full (specification §2, §4). */
import { type LoaderFunctionArgs, type MetaFunction, data, useLoaderData } from 'react-router'
import { dayInWords } from '../../../../contract/day-in-words.ts'
import { paths } from '../../../paths.ts'
import { withErrorPage } from '../../../api/page-error.ts'
import { excerpt, pageMeta, rootOf } from '../../../seo/page-meta.ts'
import { apiIn } from '../../../api/client.ts'
import { showOthers } from '../lists/others.server.tsx'
import { findProduct } from './find-product.ts'
import { ProductNotFound } from './product-not-found.tsx'
import { productData } from './product-data.ts'
import { ProductView } from './product-view.tsx'
import { showReviews } from './show-reviews.server.tsx'
import { LateViewed } from './late-viewed.tsx'
import { ServerPart } from '../../../ui/server-html.tsx'

/** Where the data cannot be loaded, the layout stays, and the page shows its empty state. */
export { ErrorMessage as ErrorBoundary } from '../../../layout/error-message.tsx'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  return withErrorPage(async () => {
    const shop = apiIn(context)
    const found = await findProduct(shop, params.id ?? '')
    if (!found.product)
      return data({ product: null, others: showOthers(found.others), reviews: null }, { status: 404 })
    const reviews = await showReviews(shop, found.product, request)
    const { family: _options, backOn, ...product } = found.product
    // The page has claims, attributes, options and prices as HTML, and the day of return in words.
    return data({
      others: null,
      product: {
        ...product,
        greenClaims: [],
        attributes: [],
        sale: null,
        bulkPrices: [],
        ...(backOn && { backOn: dayInWords(backOn) }),
      },
      reviews,
    })
  })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  // The error boundary has a title of its own.
  if (!loaderData) return []
  const { product } = loaderData
  if (!product) return pageMeta(matches, { title: 'Product not found' })
  const description = excerpt(product.description)
  const path = paths.product(product.id)
  return [
    ...pageMeta(matches, { title: product.name, description, path, image: product.images[0] }),
    {
      'script:ld+json': productData(
        product,
        rootOf(matches)?.origin ?? 'http://shop.invalid',
        loaderData.reviews?.data,
        loaderData.reviews?.offer,
      ),
    },
  ]
}

export default function ProductPage() {
  const { product, others, reviews } = useLoaderData<typeof loader>()
  if (!product) return <ProductNotFound others={others} />
  return (
    <>
      {/* The key resets the state of buttons and pictures when another product is shown. */}
      <ProductView
        key={product.id}
        product={product}
        facts={reviews?.facts}
        priceFacts={reviews?.priceFacts}
        claims={reviews?.claims}
        options={reviews?.options}
      />
      {reviews && <ServerPart html={reviews.declared} />}
      {reviews && <ServerPart html={reviews.list} />}
      <LateViewed id={product.id} />
    </>
  )
}
