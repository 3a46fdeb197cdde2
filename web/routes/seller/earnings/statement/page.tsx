/** One statement of the seller, to be read, printed or saved as CSV. */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { api } from '../../../../../contract/endpoints.ts'
import { privateApi } from '../../../../../contract/private-endpoints.ts'
import { limits } from '../../../../../contract/limits.ts'
import { call, callPage } from '../../../../api/client.ts'
import { nullIfMissing } from '../../../../api/null-if-missing.ts'
import { loadOrEmpty } from '../../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../../layout/try-again.tsx'
import { fromCursor } from '../../../../lists/from-cursor.ts'
import { LoadMore } from '../../../../lists/load-more.tsx'
import { useOwnList } from '../../../../lists/use-own-list.ts'
import { paths } from '../../../../paths.ts'
import { pageMeta } from '../../../../seo/page-meta.ts'
import { Statement } from '../../../../settlements/statement.tsx'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Printer, ReceiptText } from '../../../../ui/more-icons.tsx'
import { SaveCsv } from '../../save-csv.tsx'
import { requireSeller } from '../../require-seller.ts'
import { SellerPage } from '../../seller-page.tsx'

const linePage = (id: string) => (cursor: string | undefined) =>
  callPage(privateApi.earnings.statementLines, { params: { id }, query: { limit: limits.listMax, cursor } })

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Statement' })

export function clientLoader({ request, params: { id = '' } }: ClientLoaderFunctionArgs) {
  return requireSeller(request, async () => {
    const { value, failed } = await loadOrEmpty(
      () =>
        nullIfMissing(
          Promise.all([
            call(privateApi.earnings.statement, { params: { id } }),
            fromCursor(request, linePage(id)),
            // The name is only for the printed page; the statement is shown without it, too.
            call(api.profile.get).catch(() => null),
          ]),
        ),
      null,
    )
    return { id, found: value && { settlement: value[0], lines: value[1], profile: value[2] }, failed }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Statement" text="Loading statement..." />
}

export default function StatementPage() {
  const { id, found, failed } = useLoaderData<typeof clientLoader>()
  return (
    <SellerPage heading="Statement" backTo={paths.statements}>
      {found ? (
        <Found key={id} id={id} {...found} />
      ) : (
        <EmptyState
          icon={<ReceiptText />}
          title={failed ? 'The statement could not be loaded' : 'There is no such statement'}
        >
          {failed ? (
            <TryAgain />
          ) : (
            <Link to={paths.statements} className={buttonClass('secondary')}>
              All statements
            </Link>
          )}
        </EmptyState>
      )}
    </SellerPage>
  )
}

type FoundProps = { id: string } & NonNullable<Awaited<ReturnType<typeof clientLoader>>['found']>

function Found({ id, settlement, lines, profile }: FoundProps) {
  const { items, list, loadMore } = useOwnList(lines, linePage(id))
  return (
    <div className="prints-wide">
      <div className="mb-4 flex flex-wrap gap-3 print:hidden">
        <Button look="secondary" onClick={() => print()}>
          <Printer aria-hidden="true" className="size-5" />
          Print
        </Button>
        <SaveCsv path={privateApi.earnings.statementCsv.path.replace('{id}', id)} />
      </div>
      <Statement
        settlement={settlement}
        lines={items}
        list={list}
        seller={
          profile &&
          'companyName' in profile && (
            <>
              {profile.companyName}
              <span className="block text-sm font-normal text-muted">{profile.gst}</span>
            </>
          )
        }
        orderLink={({ orderId, orderNumber }) =>
          orderId && (
            <Link
              to={paths.orderEarnings(orderId)}
              className="inline-flex min-h-11 items-center font-medium text-forest underline underline-offset-4 table:min-h-0"
            >
              {orderNumber}
            </Link>
          )
        }
      />
      <LoadMore {...loadMore} noun="lines" />
    </div>
  )
}
