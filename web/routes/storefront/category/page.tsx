/** The products of a category (specification §2). An unknown category is a 404 that says 'No Product Found' (api-rules §6). */
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { apiIn, callPage } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { withErrorPage } from '../../../api/page-error.ts'
import { breadcrumbBlock } from '../../../seo/breadcrumb-data.ts'
import { pageMeta, rootOf } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { Breadcrumb } from '../../../layout/breadcrumb.tsx'
import { isFiltered, defaultList, type ListQuery, productListSorts } from '../lists/list-address.ts'
import { failedToLoadSubcategories } from '../../../layout/error-message.tsx'
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
  const asked = readList(request, api.product.byCategory.query)
  return withErrorPage(async () => {
    const category = isNumericId(id)
      ? (await shop.call(api.category.all)).find((one) => one.id === Number(id))
      : undefined
    if (!category)
      return data(
        {
          category: null,
          subcategories: [],
          subcategoriesFailed: false,
          list: defaultList,
          page: noProducts,
          facets: [],
        },
        { status: 404 },
      )
    const load = (query: ListQuery, cursor?: string) =>
      shop.callPage(api.product.byCategory, { params: { id }, query: { ...query, cursor } })
    const list = await askCourier(shop, asked, load)
    const [facets, subcategories, page] = await Promise.all([
      loadFacets(shop, list, { categoryId: category.id }),
      loadOrEmpty(() => shop.call(api.category.subcategories, { params: { id } }), []),
      fromCursor(request, (cursor) => load(list.query, cursor)),
    ])
    return data({
      category,
      subcategories: subcategories.value.map(({ id: own, name }) => ({ id: own, name })),
      subcategoriesFailed: subcategories.failed,
      list,
      page: toRows(page),
      facets,
    })
  })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  // The error boundary has a title of its own.
  if (!loaderData) return []
  const { category } = loaderData
  if (!category) return pageMeta(matches, { title: 'Category not found' })
  const path = paths.category(category.id)
  const meta = pageMeta(matches, {
    title: category.name,
    description: `${category.name}: eco-friendly, plastic-free and cruelty-free products made in India.`,
    // Search engines index the list without filters: a sorted one has it as its canonical address, a filtered one is
    // not indexed.
    ...(!isFiltered(loaderData.list) && { path }),
  })
  const origin = rootOf(matches)?.origin
  if (origin === undefined) return meta
  return [...meta, { 'script:ld+json': breadcrumbBlock(origin, [{ name: category.name, path }]) }]
}

export default function CategoryPage() {
  const { category, subcategories, subcategoriesFailed, list, page, facets } = useLoaderData<typeof loader>()
  return (
    <ProductList
      above={category && <Breadcrumb steps={[]} here={category.name} />}
      heading={category?.name ?? 'Category not found'}
      page={page}
      list={list}
      facets={facets}
      sorts={productListSorts}
      countedTo={isFiltered(list) ? limits.countFiltered : Infinity}
      loadPage={(cursor) =>
        callPage(api.product.byCategory, {
          params: { id: category?.id ?? 0 },
          query: { ...list.query, cursor },
        })
      }
      emptyText={
        category
          ? 'New products arrive every week. Please look in again.'
          : 'This category does not exist any more.'
      }
    >
      {subcategoriesFailed && <p className="mt-3 text-sm text-muted">{failedToLoadSubcategories}</p>}
      {subcategories.length > 0 && (
        // Hidden on wide screens, where the filter panel lists the subcategories.
        <nav
          aria-label={`Subcategories of ${category?.name}`}
          className={subcategories.length > 1 && page.total > 0 ? 'lg:hidden' : ''}
        >
          <ul className="scroll-row -mx-4 mt-5 gap-2 px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0">
            {subcategories.map(({ id, name }) => (
              <li key={id} className="shrink-0">
                <Link
                  to={paths.subcategory(id)}
                  prefetch="intent"
                  className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 text-sm font-medium text-forest hover:border-forest hover:bg-dew"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </ProductList>
  )
}
