/** A customer asks the seller of a product before buying it, and sees what became of their questions about it. */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { call } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { loadOne, NotLoaded, toProducts } from '../load-one.tsx'
import { AskQuestion } from './ask-question.tsx'

const heading = 'Ask a Question'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: heading })

export const clientLoader = ({ request, params }: ClientLoaderFunctionArgs) =>
  requireSession(request, () =>
    loadOne(
      call(privateApi.question.form, { params: { id: params.id ?? '' } }),
      'This product is not sold here any more.',
    ),
  )

export function HydrateFallback() {
  return <PrivateFallback heading={heading} />
}

export default function AskPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage
      heading={heading}
      {...('one' in loaded && { backTo: paths.product(loaded.one.product.id) })}
      className="max-w-2xl"
    >
      {'one' in loaded ? (
        <AskQuestion form={loaded.one} />
      ) : (
        <NotLoaded title="No question is possible" refused={loaded} back={toProducts} />
      )}
    </StandalonePage>
  )
}
