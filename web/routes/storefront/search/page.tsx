/** Search results (specification §2). */
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { apiIn, callPage } from '../../../api.ts'
import { orErrorPage } from '../../../page-error.ts'
import { pageMeta } from '../../../page-meta.ts'
import { noProducts, ProductList, toRows } from '../product-list.tsx'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const name = (params.name ?? '').trim()
  if (!name || name.length > limits.searchLength)
    return data({ name: name.slice(0, limits.searchLength), page: noProducts }, { status: 400 })
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const page = await orErrorPage(() =>
    apiIn(context).callPage(api.product.search, { params: { name }, query: { cursor } }),
  )
  return data({ name, page: toRows(page) })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  pageMeta(matches, { title: `Search: ${loaderData?.name ?? ''}` })

export default function SearchPage() {
  const { name, page } = useLoaderData<typeof loader>()
  return (
    <ProductList
      heading={<>Results for &ldquo;{name}&rdquo;</>}
      page={page}
      loadPage={(cursor) => callPage(api.product.search, { params: { name }, query: { cursor } })}
      emptyText="Check the spelling, or try a shorter or more general word."
    />
  )
}
