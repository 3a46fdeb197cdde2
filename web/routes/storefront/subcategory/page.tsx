/** The products of a subcategory (specification §2). An unknown one is a 404 that says 'No Product Found' (api-rules §6). */
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { Subcategory } from '../../../../contract/category.ts'
import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { apiIn, callPage } from '../../../api/client.ts'
import { type Loaded, loadOrEmpty } from '../../../api/load-or-empty.ts'
import { withErrorPage } from '../../../api/page-error.ts'
import { breadcrumbBlock } from '../../../seo/breadcrumb-data.ts'
import { pageMeta, rootOf } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { failedToLoadSubcategories } from '../../../layout/error-message.tsx'
import { Breadcrumb } from '../../../layout/breadcrumb.tsx'
import { isFiltered, defaultList, type ListQuery, productListSorts } from '../lists/list-address.ts'
import { fromCursor } from '../../../lists/from-cursor.ts'
import { askCourier } from '../lists/load-arriving.ts'
import { loadFacets } from '../lists/load-facets.ts'
import { readList } from '../lists/read-address.ts'
import { isNumericId, noProducts, ProductList, toRows } from '../lists/product-list.tsx'

/** Where the data cannot be loaded, the layout stays, and the page shows its empty state. */
export { ErrorMessage as ErrorBoundary } from '../../../layout/error-message.tsx'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = params.id ?? ''
  const shop = apiIn(context)
  const asked = readList(request, api.product.bySubcategory.query)
  return withErrorPage(async () => {
    const [categories, subcategories] = await Promise.all([
      shop.call(api.category.all),
      loadOrEmpty(() => shop.call(api.category.allSubcategories), []),
    ])
    const { failed } = subcategories
    const found = isNumericId(id) ? findOrUnnamed(subcategories, Number(id)) : undefined
    if (!found)
      return data(
        {
          subcategory: null,
          category: null,
          failed,
          list: defaultList,
          page: noProducts,
          facets: [],
        },
        { status: 404 },
      )
    const load = (query: ListQuery, cursor?: string) =>
      shop.callPage(api.product.bySubcategory, { params: { id }, query: { ...query, cursor } })
    const list = await askCourier(shop, asked, load)
    const [facets, page] = await Promise.all([
      loadFacets(shop, list, { subCategoryId: Number(id) }),
      fromCursor(request, (cursor) => load(list.query, cursor)),
    ])
    const category = categories.find((one) => one.id === found.categoryId) ?? null
    const subcategory = { id: found.id, name: found.name }
    return data({
      subcategory,
      category,
      failed,
      list,
      page: toRows(page),
      facets,
    })
  })
}

/** Where the subcategories could not be loaded, the products are shown without the name of theirs. */
function findOrUnnamed({ value, failed }: Loaded<Subcategory[]>, id: number) {
  return failed ? { id, name: 'Products', categoryId: 0 } : value.find((one) => one.id === id)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  // The error boundary has a title of its own.
  if (!loaderData) return []
  const { subcategory } = loaderData
  if (!subcategory) return pageMeta(matches, { title: 'Subcategory not found' })
  const path = paths.subcategory(subcategory.id)
  const meta = pageMeta(matches, {
    title: subcategory.name,
    description: `${subcategory.name}: eco-friendly, plastic-free and cruelty-free products made in India.`,
    ...(!isFiltered(loaderData.list) && { path }),
  })
  const origin = rootOf(matches)?.origin
  if (origin === undefined) return meta
  const way = [...stepsTo(loaderData.category), { name: subcategory.name, path }]
  return [...meta, { 'script:ld+json': breadcrumbBlock(origin, way) }]
}

const stepsTo = (category: { id: number; name: string } | null) =>
  category ? [{ name: category.name, path: paths.category(category.id) }] : []

export default function SubcategoryPage() {
  const { subcategory, category, failed, list, page, facets } = useLoaderData<typeof loader>()
  return (
    <ProductList
      above={subcategory && <Breadcrumb steps={stepsTo(category)} here={subcategory.name} />}
      heading={subcategory?.name ?? 'Subcategory not found'}
      page={page}
      list={list}
      facets={facets}
      sorts={productListSorts}
      countedTo={isFiltered(list) ? limits.countFiltered : Infinity}
      loadPage={(cursor) =>
        callPage(api.product.bySubcategory, {
          params: { id: subcategory?.id ?? 0 },
          query: { ...list.query, cursor },
        })
      }
      emptyText={
        subcategory
          ? 'New products arrive every week. Please look in again.'
          : 'This subcategory does not exist any more.'
      }
    >
      {failed && <p className="mt-3 text-sm text-muted">{failedToLoadSubcategories}</p>}
    </ProductList>
  )
}
