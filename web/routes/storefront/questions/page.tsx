/** All answered questions about a product, in pages; it works without scripts. */
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { question as questionCalls } from '../../../../contract/question.ts'
import { apiIn } from '../../../api/client.ts'
import { nullIfMissing } from '../../../api/null-if-missing.ts'
import { withErrorPage } from '../../../api/page-error.ts'
import { Breadcrumb } from '../../../layout/breadcrumb.tsx'
import { NotFoundMessage } from '../../../layout/error-message.tsx'
import { fromCursor } from '../../../lists/from-cursor.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { ServerPart } from '../../../ui/server-html.tsx'
import { allQuestions } from './all-questions.server.tsx'

/** Where the data cannot be loaded, the layout stays, and the page shows its empty state. */
export { ErrorMessage as ErrorBoundary } from '../../../layout/error-message.tsx'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const shop = apiIn(context)
  const id = params.id ?? ''
  const later = new URL(request.url).searchParams.has('cursor')
  return withErrorPage(async () => {
    const product = await nullIfMissing(shop.call(api.product.get, { params: { id } }))
    if (!product) return data(null, { status: 404 })
    const page = await fromCursor(request, (cursor) =>
      shop.callPage(questionCalls.ofProduct, { params: { id }, query: { cursor } }),
    )
    return data({ id, name: product.name, later, html: allQuestions({ product, page, later }) })
  })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return pageMeta(matches, { title: 'Product not found' })
  const { id, name, later } = loaderData
  return pageMeta(matches, {
    title: `Questions about ${name}`,
    description: `What customers asked about ${name} before they bought it, and what the seller answered.`,
    ...(!later && { path: paths.questions(id) }),
  })
}

export default function QuestionsPage() {
  const shown = useLoaderData<typeof loader>()
  if (!shown) return <NotFoundMessage />
  return (
    <div className="page-width pt-2 sm:pt-4">
      <Breadcrumb steps={[{ name: shown.name, path: paths.product(shown.id) }]} here="Questions" />
      <h1 className="mt-1 text-2xl font-bold tracking-tight sm:text-3xl">Questions and answers</h1>
      <ServerPart html={shown.html} />
    </div>
  )
}
