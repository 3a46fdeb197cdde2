/** The home page: slideshow, subcategories, categories, rows of products, the shop's values, as an administrator arranges them. */
import { Suspense } from 'react'
import {
  data,
  type HeadersFunction,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useRouteError,
} from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { ApiError, apiIn } from '../../../api/client.ts'
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
import { ServerPart } from '../../../ui/server-html.tsx'
import { CategoryBar } from './category-bar.tsx'
import { fittingInBar } from './fitting-in-bar.ts'
import { CategoryRow } from './category-row.tsx'
import { previewNote, toParts } from './home-parts.server.tsx'
import { loadSections, previewTime } from './load-sections.server.ts'
import { LogoStrip } from './logo-strip.tsx'
import { LateHomeParts } from './late-home-parts.tsx'
import { shopData } from './shop-data.ts'
import { Slideshow } from './slideshow.tsx'
import { SubcategoryIcons } from './subcategory-icons.tsx'
import { ValueBanner } from './value-banner.tsx'

/** As many as stand beside one another on the widest screens (category-row.tsx). */
const cardsInRow = 6

/** A call that failed, as a value. */
function failure(error: unknown): ApiError {
  if (!(error instanceof ApiError)) throw error
  return error
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { call } = apiIn(context)
  const preview = previewTime(request)
  return withErrorPage(async () => {
    const [found, subcategories, sections] = await Promise.all([
      call(api.category.rows, { query: { limit: cardsInRow } }).catch(failure),
      loadOrEmpty(() => call(api.category.allSubcategories), []),
      loadSections(request, context),
    ])
    // The categories could not be loaded: the page stays, without them (specification §8).
    const failed = found instanceof ApiError
    const all = failed ? [] : found
    const categories = all.map(({ id, name }) => ({ id, name }))
    const page = {
      failed,
      categories,
      subcategories: subcategories.value,
      subcategoriesFailed: subcategories.failed,
      inBar: fittingInBar(categories.map(({ name }) => name)),
      parts: toParts(sections, all),
    }
    if (preview === null) return data(page, { status: failed ? found.status || 503 : 200 })
    page.parts.push(previewNote(preview))
    return data(page, { headers: { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' } })
  })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

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
  const { failed, categories, subcategories, subcategoriesFailed, inBar, parts } =
    useLoaderData<typeof loader>()
  return (
    <>
      <Title />
      {!failed && (
        <Suspense>
          <CategoryBar
            categories={categories}
            subcategories={subcategories}
            failed={subcategoriesFailed}
            inBar={inBar}
          />
          <SubcategoryIcons subcategories={subcategories} failed={subcategoriesFailed} />
        </Suspense>
      )}
      {/* Each part in a <Suspense> is hydrated on its own: a press on one does not wait for the others. */}
      {parts.map((part, index) => (
        <Suspense key={index}>
          {part.html ? (
            <ServerPart html={part.html} />
          ) : part.slides ? (
            <div className={`page-width mt-2 lg:mt-8${index > 0 ? ' pt-10 lg:pt-6' : ''}`}>
              <Slideshow slides={part.slides} />
            </div>
          ) : part.rows ? (
            <div className="page-width mt-10 flex flex-col gap-12 sm:mt-14 sm:gap-16">
              {part.rows.map((row) => (
                <Suspense key={row.id}>
                  <CategoryRow {...row} />
                </Suspense>
              ))}
              {failed ? <Failed /> : part.rows.length === 0 && <NoProducts />}
            </div>
          ) : part.why ? (
            <LogoStrip />
          ) : (
            <ValueBanner />
          )}
        </Suspense>
      ))}
      <LateHomeParts />
    </>
  )
}

/** Without what the server tells: the browser came here from another page, and could not load this one. */
export function ErrorBoundary() {
  const { failedLoad } = causeOf(useRouteError())
  if (!failedLoad) return <ErrorMessage />
  return (
    <>
      <Title />
      <Failed />
      <LogoStrip />
      <ValueBanner />
    </>
  )
}

function Failed() {
  return (
    <EmptyState icon={<CloudOff />} title={noProductFound} text={unreachable}>
      <TryAgainLink />
    </EmptyState>
  )
}

function Title() {
  const { brandName } = useSettings()
  return <h1 className="sr-only">{brandName}: eco-friendly and sustainable products, made in India</h1>
}

function NoProducts() {
  return (
    <p className="py-10 text-center text-muted">
      The first products are on their way. Would you like to sell yours?{' '}
      <Link to={paths.registerSeller} className="text-forest underline underline-offset-4">
        Be a Seller
      </Link>
    </p>
  )
}
