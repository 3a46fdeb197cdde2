/** The shop's invoices to the seller, one a month, and its credit notes. */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { privateApi } from '../../../../../contract/private-endpoints.ts'
import { call, callPage } from '../../../../api/client.ts'
import { loadOrEmpty } from '../../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../../layout/try-again.tsx'
import { fromCursor, noRows } from '../../../../lists/from-cursor.ts'
import { LoadMore } from '../../../../lists/load-more.tsx'
import { useOwnList } from '../../../../lists/use-own-list.ts'
import { pageMeta } from '../../../../seo/page-meta.ts'
import { shopDocumentColumns } from '../../../../settlements/shop-document-columns.tsx'
import { DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ReceiptText } from '../../../../ui/more-icons.tsx'
import { requireSeller } from '../../require-seller.ts'
import { SellerPage } from '../../seller-page.tsx'
import { Summary } from '../summary.tsx'
import { EarningsTabs } from '../tabs.tsx'

const invoicePage = (cursor: string | undefined) =>
  callPage(privateApi.shopDocument.list, { query: { limit: 20, cursor } })

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Invoices' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSeller(request, async () => {
    const [summary, invoices] = await Promise.all([
      loadOrEmpty(() => call(privateApi.earnings.summary), null),
      loadOrEmpty(() => fromCursor(request, invoicePage), noRows),
    ])
    return { summary: summary.value, invoices }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Earnings" text="Loading invoices..." />
}

export default function InvoicesPage() {
  const { summary, invoices } = useLoaderData<typeof clientLoader>()
  const { items, list, loadMore } = useOwnList(invoices.value, invoicePage)
  return (
    <SellerPage heading="Earnings">
      <Summary summary={summary} />
      <EarningsTabs />
      {items.length === 0 ? (
        <EmptyState
          icon={<ReceiptText />}
          title={invoices.failed ? 'Your invoices could not be loaded' : 'No Invoices Found'}
          text={
            invoices.failed
              ? 'Please try again in a moment.'
              : 'At the beginning of each month you get the tax invoice for commission and shipping of the month before.'
          }
        >
          {invoices.failed && <TryAgain />}
        </EmptyState>
      ) : (
        <>
          <DataTable
            label="The shop's invoices to you, newest first"
            columns={shopDocumentColumns}
            items={items}
            list={list}
          />
          <LoadMore {...loadMore} noun="invoices" />
        </>
      )}
    </SellerPage>
  )
}
