/** A buyer asks to return pieces of a delivered order. */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { ReturnOptions } from '../../../../contract/returns.ts'
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
import { ReturnForm } from './return-form.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Return' })

type Loaded = { orderId: string } & ({ options: ReturnOptions } | { refusal: string; again: boolean })

export function clientLoader({ request, params }: ClientLoaderFunctionArgs): Promise<Loaded> {
  const orderId = params.orderId ?? ''
  return requireSession(request, async () => {
    try {
      return { orderId, options: await call(privateApi.returns.options, { params: { id: orderId } }) }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error
      const refusal =
        error.status === 409
          ? error.msg
          : error.status === 404
            ? 'There is no such order of yours.'
            : 'We could not reach the shop just now.'
      return { orderId, refusal, again: error.status !== 409 && error.status !== 404 }
    }
  })
}

export function HydrateFallback() {
  return <PrivateFallback heading="Return" />
}

export default function ReturnPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage heading="Return" backTo={paths.myOrders} className="max-w-2xl">
      {'options' in loaded ? (
        <ReturnForm key={loaded.orderId} orderId={loaded.orderId} options={loaded.options} />
      ) : (
        <EmptyState icon={<PackageX />} title="No return is possible" text={loaded.refusal}>
          {loaded.again && <TryAgain />}
          <Link to={paths.myOrders} className={buttonClass('secondary')}>
            My Orders
          </Link>
        </EmptyState>
      )}
    </StandalonePage>
  )
}
