/** The home page: slideshow, subcategories, categories, a row of products for each category, the shop's values. */
import { type ReactNode, Suspense } from 'react'
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useRouteError } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { apiIn } from '../../../api/client.ts'
import { withErrorPage } from '../../../api/page-error.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { causeOf } from '../../../layout/error-cause.ts'
import { ErrorMessage, noProductFound, unreachable } from '../../../layout/error-message.tsx'
import { TryAgainLink } from '../../../layout/try-again.tsx'
import { pageMeta, rootOf } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { useSettings } from '../../../settings.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CloudOff } from '../../../ui/icons.tsx'
import { toCard } from '../../../products/product-card.tsx'
import { CategoryBar } from './category-bar.tsx'
import { fittingInBar } from './fitting-in-bar.ts'
import { CategoryRow } from './category-row.tsx'
import { LogoStrip } from './logo-strip.tsx'
import { LateHomeParts } from './late-home-parts.tsx'
import { shopData } from './shop-data.ts'
import { Slideshow } from './slideshow.tsx'
import { SubcategoryIcons } from './subcategory-icons.tsx'
import { ValueBanner } from './value-banner.tsx'

/** As many as stand beside one another on the widest screens (category-row.tsx). */
const cardsInRow = 6

export async function loader({ context }: LoaderFunctionArgs) {
  const { call } = apiIn(context)
  return withErrorPage(async () => {
    const [all, subcategories] = await Promise.all([
      call(api.category.rows, { query: { limit: cardsInRow } }),
      loadOrEmpty(() => call(api.category.allSubcategories), []),
    ])
    const categories = all.map(({ id, name }) => ({ id, name }))
    const rows = all
      .filter(({ products }) => products.length > 0)
      .map(({ products, ...category }) => ({ ...category, products: products.map(toCard) }))
    return {
      categories,
      subcategories: subcategories.value,
      subcategoriesFailed: subcategories.failed,
      inBar: fittingInBar(categories.map(({ name }) => name)),
      rows,
    }
  })
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const root = rootOf(matches)
  return [
    ...pageMeta(matches, {
      title: `${root?.brandName ?? ''}: The Green Choice of India!`,
      description: 'Eco-friendly and sustainable products: plastic-free, cruelty-free and made in India.',
      path: paths.home,
    }),
    ...(root ? [{ 'script:ld+json': shopData(root) }] : []),
  ]
}

export default function HomePage() {
  const { categories, subcategories, subcategoriesFailed, inBar, rows } = useLoaderData<typeof loader>()
  return (
    <Frame
      above={
        <>
          <CategoryBar
            categories={categories}
            subcategories={subcategories}
            failed={subcategoriesFailed}
            inBar={inBar}
          />
          <SubcategoryIcons subcategories={subcategories} failed={subcategoriesFailed} />
        </>
      }
    >
      {rows.map(({ id, name, products }) => (
        <Suspense key={id}>
          <CategoryRow id={id} name={name} products={products} />
        </Suspense>
      ))}
      {rows.length === 0 && (
        <p className="py-10 text-center text-muted">
          The first products are on their way. Would you like to sell yours?{' '}
          <Link to={paths.registerSeller} className="text-forest underline underline-offset-4">
            Be a Seller
          </Link>
        </p>
      )}
    </Frame>
  )
}

/** The categories could not be loaded: the page stays, without them (specification §8). */
export function ErrorBoundary() {
  const { failedLoad } = causeOf(useRouteError())
  if (!failedLoad) return <ErrorMessage />
  return (
    <Frame>
      <EmptyState icon={<CloudOff />} title={noProductFound} text={unreachable}>
        <TryAgainLink />
      </EmptyState>
    </Frame>
  )
}

/** Each part in a <Suspense> is hydrated on its own: a press on one does not wait for the others. */
function Frame({ above, children }: { above?: ReactNode; children: ReactNode }) {
  const { brandName } = useSettings()
  return (
    <>
      <h1 className="sr-only">{brandName}: eco-friendly and sustainable products, made in India</h1>
      <Suspense>{above}</Suspense>
      <div className="page-width mt-2 lg:mt-8">
        <Suspense>
          <Slideshow />
        </Suspense>
      </div>
      <div className="page-width mt-10 flex flex-col gap-12 sm:mt-14 sm:gap-16">{children}</div>
      <Suspense>
        <LogoStrip />
        <ValueBanner />
      </Suspense>
      <LateHomeParts />
    </>
  )
}
