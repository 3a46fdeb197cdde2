/** A product beside up to three others. The address names all of them, so that it can be sent; it works without scripts. */
import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { limits } from '../../../../contract/limits.ts'
import { apiIn } from '../../../api/client.ts'
import { withErrorPage } from '../../../api/page-error.ts'
import { Breadcrumb } from '../../../layout/breadcrumb.tsx'
import { NotFoundMessage } from '../../../layout/error-message.tsx'
import { paths } from '../../../paths.ts'
import { Price } from '../../../products/price.tsx'
import { StockNote } from '../../../products/stock-note.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { Picture } from '../../../ui/picture.tsx'
import { CompareTable } from './compare-table.tsx'
import { loadCompared } from './load-compared.ts'

/** Where the data cannot be loaded, the layout stays, and the page shows its empty state. */
export { ErrorMessage as ErrorBoundary } from '../../../layout/error-message.tsx'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('with')
  return withErrorPage(async () => {
    const compared = await loadCompared(apiIn(context), params.id ?? '', asked)
    return compared ? data(compared) : data(null, { status: 404 })
  })
}

/** Without a path, search engines leave it out: there is one for every choice of products. */
export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  pageMeta(matches, { title: loaderData ? 'Compare Products' : 'Product not found' })

export default function ComparePage() {
  const compared = useLoaderData<typeof loader>()
  const first = compared?.products[0]
  if (!compared || !first) return <NotFoundMessage />
  const { products, more } = compared
  const others = products.slice(1).map(({ id }) => id)
  return (
    <div className="page-width pt-2 sm:pt-4">
      <Breadcrumb steps={[{ name: first.name, path: paths.product(first.id) }]} here="Compare" />
      <h1 className="mt-1 text-2xl font-bold tracking-tight sm:text-3xl">Compare Products</h1>
      <CompareTable products={products} />
      {more.length > 0 && products.length < limits.comparedMax && (
        <section aria-labelledby="more" className="mt-10">
          <h2 id="more" className="text-xl font-bold tracking-tight">
            Add another from {first.subCategoryName}
          </h2>
          <ul className="mt-4 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {more.map(({ id, name, imageUrl, price, noOfUnits, backOn }) => (
              <li key={id}>
                <Link
                  to={paths.compare(first.id, ...others, id)}
                  rel="nofollow"
                  preventScrollReset
                  className="flex items-center gap-3 rounded-card border border-line bg-white p-2 pr-4 hover:border-leaf"
                >
                  <Picture src={imageUrl} alt="" size={80} className="size-16 shrink-0 rounded-xl bg-mist" />
                  <span className="min-w-0 grow">
                    <span className="line-clamp-2 text-sm font-medium">{name}</span>
                    <Price rupees={price} />
                    <StockNote units={noOfUnits} backOn={backOn} place="home" />
                  </span>
                  <span className="text-sm font-semibold text-forest">Add</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
