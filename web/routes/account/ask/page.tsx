/** A customer asks the seller of a product before buying it, and sees what became of their questions about it. */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { AskForm } from '../../../../contract/question-forms.ts'
import { ApiError, call } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageX } from '../../../ui/icons.tsx'
import { AskQuestion } from './ask-question.tsx'

const heading = 'Ask a Question'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: heading })

type Loaded = { form: AskForm } | { refusal: string; again: boolean }

export function clientLoader({ request, params }: ClientLoaderFunctionArgs): Promise<Loaded> {
  return requireSession(request, async () => {
    try {
      return { form: await call(privateApi.question.form, { params: { id: params.id ?? '' } }) }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error
      const unknown = error.status === 404 || error.status === 400
      return {
        refusal: unknown
          ? 'This product is not sold here any more.'
          : 'We could not reach the shop just now.',
        again: !unknown,
      }
    }
  })
}

export function HydrateFallback() {
  return <PrivateFallback heading={heading} />
}

export default function AskPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage
      heading={heading}
      {...('form' in loaded && { backTo: paths.product(loaded.form.product.id) })}
      className="max-w-2xl"
    >
      {'form' in loaded ? (
        <AskQuestion form={loaded.form} />
      ) : (
        <EmptyState icon={<PackageX />} title="No question is possible" text={loaded.refusal}>
          {loaded.again && <TryAgain />}
          <Link to={paths.home} className={buttonClass('secondary')}>
            Explore Products
          </Link>
        </EmptyState>
      )}
    </StandalonePage>
  )
}
