/** Words in listings that need a proof and have none, newest first, with the reason of their seller. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { AdminGreenWords } from '../../../../contract/admin-green-claims.ts'
import { paths } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Leaf } from '../../../ui/icons.tsx'
import { ContactLink } from '../facts.tsx'
import { readFieldWords } from '../read-field-words.ts'
import { ListPage } from '../list-page.tsx'
import { loadList } from '../require-admin.ts'
import { Filter, SearchForm } from '../search-form.tsx'
import { Timestamp } from '../timestamp.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  loadList(admin.greenWords, request, ['q', 'reason'])

const columns: Column<AdminGreenWords>[] = [
  {
    name: 'Words',
    width: 'minmax(0,1fr)',
    cell: ({ words, field }) => (
      <>
        <span className="block font-medium wrap-anywhere">{words}</span>
        <span className="block text-sm text-muted">{readFieldWords[field]}</span>
      </>
    ),
  },
  {
    name: 'Product',
    width: 'minmax(0,1.4fr)',
    cell: ({ product }) => (
      <a
        href={paths.product(product.id)}
        className="inline-flex min-h-11 items-center wrap-anywhere text-forest underline underline-offset-4 table:min-h-0"
      >
        {product.name}
      </a>
    ),
  },
  {
    name: 'Seller',
    width: 'minmax(0,1.2fr)',
    cell: ({ seller }) => (
      <>
        <bdi className="block wrap-anywhere">{seller.company}</bdi>
        <ContactLink href={`mailto:${seller.email}`}>{seller.email}</ContactLink>
      </>
    ),
  },
  {
    name: 'Reason',
    width: 'minmax(0,1.6fr)',
    long: true,
    cell: ({ reason }) =>
      reason === null ? (
        <span className="text-muted">None given</span>
      ) : (
        <span className="wrap-anywhere">{reason}</span>
      ),
  },
  { name: 'Since', width: '8rem', cell: ({ foundAt }) => <Timestamp at={foundAt} /> },
]

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <ListPage
      heading="Green Words"
      noun="words"
      text="Words in products on sale that no accepted claim of the product proves. They leave this list when the seller changes them, or when such a claim is accepted."
      loaded={loaded}
      search={
        <SearchForm query={query} label="Words, product, company or email">
          <Filter
            name="reason"
            label="Reason"
            query={query}
            all="With and without"
            options={[
              ['given', 'Given'],
              ['none', 'None given'],
            ]}
          />
        </SearchForm>
      }
      empty={{ title: 'No green words', text: 'Each such word in a listing has its proof.', icon: <Leaf /> }}
      rows={(words, list) => (
        <DataTable label="Green words, newest first" columns={columns} items={words} list={list} />
      )}
    />
  )
}
