/** All sellers (specification §2). */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { Store } from '../../../ui/icons.tsx'
import { ExportButton } from '../export-button.tsx'
import { loadList, loadWithCounts } from '../require-admin.ts'
import { ListPage } from '../list-page.tsx'
import { SearchForm } from '../search-form.tsx'
import { StateFilter } from '../account-suspension.tsx'
import { SellerCard } from './seller-card.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  loadWithCounts(request, 'sellers', loadList(admin.allSellers, request, ['q', 'state']))

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <ListPage
      heading="All Sellers"
      noun="sellers"
      loaded={loaded}
      actions={<ExportButton list="sellers" query={loaded.query} />}
      search={
        <SearchForm query={loaded.query} label="Company, email, mobile, GST number or city">
          <StateFilter query={loaded.query} counts={loaded.counts} sellers />
        </SearchForm>
      }
      empty={{ title: 'No Sellers Available', text: 'Please check back again later.', icon: <Store /> }}
      rows={(sellers, list) => (
        <ul
          ref={list}
          aria-label="Sellers, newest first"
          className="grid items-start gap-4 lg:grid-cols-2 min-[100rem]:grid-cols-3"
        >
          {sellers.map((seller) => (
            <li key={seller.id} tabIndex={-1} className="h-full">
              <SellerCard seller={seller} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}
