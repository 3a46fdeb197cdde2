/** The shop's own invoices and credit notes to sellers and buyers. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { ShopDocument, ShopIdentity } from '../../../../contract/shop-document.ts'
import { call } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { nameOfMonth, shopDocumentColumns } from '../../../settlements/shop-document-columns.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { IndianRupee } from '../../../ui/home-icons.tsx'
import { TriangleAlert } from '../../../ui/more-icons.tsx'
import { ListPage } from '../list-page.tsx'
import { MoneyNav } from '../money-nav.tsx'
import { loadList } from '../require-admin.ts'
import { SearchForm } from '../search-form.tsx'
import { MonthEndButton } from './month-end.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  const [list, identity] = await Promise.all([
    loadList(admin.shopDocuments, request, ['q']),
    loadOrEmpty(() => call(admin.shopIdentity), null),
  ])
  return { list, identity: identity.value }
}

const recipient: Column<ShopDocument> = {
  name: 'Recipient',
  width: 'minmax(0,1.2fr)',
  cell: ({ recipient: name, gstin }) => (
    <>
      <span className="block font-medium">{name}</span>
      <span className="block text-sm break-all text-muted">{gstin ?? 'No GST number'}</span>
    </>
  ),
}
const [number, ...others] = shopDocumentColumns
const columns = number ? [number, recipient, ...others] : []

export function Component() {
  const { list, identity } = useLoaderData<typeof loader>()
  return (
    <>
      <MoneyNav />
      <ListPage
        heading="Own invoices"
        noun="invoices"
        text="What the shop charges: one invoice a month to each seller for commission and shipping, one to a buyer who pays a way back, and credit notes for commission that is given back."
        loaded={list}
        actions={<MonthEndButton />}
        search={
          <>
            {identity && <Supplier {...identity} />}
            <SearchForm query={list.query} label="Recipient, number or GST number" />
          </>
        }
        empty={{
          title: 'No invoices',
          text: 'They are made in the night after the end of each month.',
          icon: <IndianRupee />,
        }}
        rows={(documents, ref) => (
          <DataTable label="Own invoices, newest first" columns={columns} items={documents} list={ref} />
        )}
      />
    </>
  )
}

/** In whose name they are, or why there are none. */
function Supplier({ identity, isDemo, nextMonth }: ShopIdentity) {
  if (!identity)
    return (
      <p role="status" className="mb-4 flex gap-2.5 rounded-xl bg-amber-soft px-4 py-3 text-sm">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-amber" />
        The GST number of the shop is not set (LEGAL_GSTIN, with LEGAL_NAME and LEGAL_ADDRESS), so that no tax
        invoices are made for what the shop charges. Months since {nameOfMonth(nextMonth)} wait for it.
      </p>
    )
  return (
    <p className="mb-4 text-sm text-muted">
      {isDemo && <strong className="font-semibold text-ink">A made-up business for trying out: </strong>}
      {identity.name}, {identity.address}, GSTIN {identity.gstin}. The next month to invoice is{' '}
      {nameOfMonth(nextMonth)}.
    </p>
  )
}
