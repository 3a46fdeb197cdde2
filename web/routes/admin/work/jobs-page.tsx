/** Jobs that failed for good. */
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { FailedJob } from '../../../../contract/admin-work.ts'
import { call } from '../../../api/client.ts'
import { ActionButton } from '../action-button.tsx'
import { loadList } from '../require-admin.ts'
import { ListPage } from '../list-page.tsx'
import { Timestamp } from '../timestamp.tsx'
import { adminPaths } from '../admin-paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ListChecks } from '../../../ui/more-icons.tsx'
import { SearchForm } from '../search-form.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.failedJobs, request, ['q'])

const columns: Column<FailedJob>[] = [
  { name: 'Job', width: 'minmax(0,0.9fr)', cell: ({ name }) => <span className="font-medium">{name}</span> },
  {
    name: 'About',
    long: true,
    cell: ({ about, orderId }) =>
      orderId ? (
        <Link
          to={`${adminPaths.orders()}?${new URLSearchParams({ q: orderId })}`}
          className="text-sm break-all text-forest underline underline-offset-4"
        >
          {about}
        </Link>
      ) : (
        <span className="text-sm break-all">{about}</span>
      ),
  },
  {
    name: 'Error',
    width: 'minmax(0,1.8fr)',
    long: true,
    cell: ({ error }) => <span className="text-sm break-words">{error}</span>,
  },
  { name: 'Tries', width: '3.5rem', end: true, cell: ({ tries }) => tries },
  {
    name: 'Failed',
    width: '11rem',
    cell: ({ failedAt, createdAt }) => <Timestamp at={failedAt ?? createdAt} />,
  },
  {
    name: '',
    width: '7.5rem',
    end: true,
    cell: ({ id }) => (
      <ActionButton
        label="Try again"
        busyLabel="Trying..."
        action={() => call(admin.retryJob, { params: { id } })}
        failed="The job could not be tried again."
      />
    ),
  },
]

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <ListPage
      heading="Failed jobs"
      noun="jobs"
      text="Work that was tried again and again and given up. Mend the cause first; a new round of tries begins at once."
      loaded={loaded}
      search={<SearchForm query={loaded.query} label="Job or order ID" />}
      empty={{
        title: 'No failed jobs',
        text: 'Everything that was to be done has been done.',
        icon: <ListChecks />,
      }}
      rows={(jobs, list) => (
        <DataTable label="Failed jobs, newest first" columns={columns} items={jobs} list={list} />
      )}
    />
  )
}
