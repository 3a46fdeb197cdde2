/** The public page of a seller: who they are, and what they sell. An unknown, suspended or not approved one is a 404. */
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { apiIn, callPage } from '../../../api/client.ts'
import { nullIfMissing } from '../../../api/null-if-missing.ts'
import { withErrorPage } from '../../../api/page-error.ts'
import { Breadcrumb } from '../../../layout/breadcrumb.tsx'
import { fromCursor } from '../../../lists/from-cursor.ts'
import { paths } from '../../../paths.ts'
import { excerpt, pageMeta } from '../../../seo/page-meta.ts'
import { ServerPart } from '../../../ui/server-html.tsx'
import { defaultList, isFiltered, type ListQuery, productListSorts } from '../lists/list-address.ts'
import { askCourier } from '../lists/load-arriving.ts'
import { loadFacets } from '../lists/load-facets.ts'
import { noProducts, ProductList, toRows } from '../lists/product-list.tsx'
import { readList } from '../lists/read-address.ts'
import { sellerFacts } from './seller-facts.server.tsx'

/** Where the data cannot be loaded, the layout stays, and the page shows its empty state. */
export { ErrorMessage as ErrorBoundary } from '../../../layout/error-message.tsx'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = params.id ?? ''
  const shop = apiIn(context)
  const asked = readList(request, api.product.bySeller.query)
  return withErrorPage(async () => {
    const seller = await nullIfMissing(shop.call(api.seller.get, { params: { id } }))
    if (!seller)
      return data({ seller: null, list: defaultList, page: noProducts, facets: [] }, { status: 404 })
    const load = (query: ListQuery, cursor?: string) =>
      shop.callPage(api.product.bySeller, { params: { id }, query: { ...query, cursor } })
    const list = await askCourier(shop, asked, load)
    const [facets, page] = await Promise.all([
      loadFacets(shop, list, { sellerId: id }),
      fromCursor(request, (cursor) => load(list.query, cursor)),
    ])
    const { companyName, city, state, story } = seller
    const description = story
      ? excerpt(story)
      : `${companyName} of ${city}, ${state}: who they are, how they deliver, and all their products.`
    return data({
      seller: { id: seller.id, companyName, description, facts: sellerFacts(seller) },
      list,
      page: toRows(page),
      facets,
    })
  })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  // The error boundary has a title of its own.
  if (!loaderData) return []
  const { seller, list } = loaderData
  if (!seller) return pageMeta(matches, { title: 'Seller not found' })
  const { companyName: title, description } = seller
  return pageMeta(matches, {
    title,
    description,
    ...(!isFiltered(list) && { path: paths.seller(seller.id) }),
  })
}

export default function SellerPage() {
  const { seller, list, page, facets } = useLoaderData<typeof loader>()
  const heading = seller?.companyName ?? 'Seller not found'
  return (
    <ProductList
      above={<Breadcrumb steps={[]} here={heading} />}
      heading={heading}
      page={page}
      list={list}
      facets={facets}
      sorts={productListSorts}
      countedTo={isFiltered(list) ? limits.countFiltered : Infinity}
      loadPage={(cursor) =>
        callPage(api.product.bySeller, { params: { id: seller?.id ?? '' }, query: { ...list.query, cursor } })
      }
      emptyText={
        seller ? 'This seller has nothing on sale at present.' : 'This seller does not sell here any more.'
      }
    >
      {seller && <ServerPart html={seller.facts} />}
    </ProductList>
  )
}
