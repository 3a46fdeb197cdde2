/** The audit log. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { auditActions, type AuditEntry } from '../../../../contract/audit.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { ExportButton } from '../export-button.tsx'
import { loadList } from '../require-admin.ts'
import { ListPage } from '../list-page.tsx'
import { Timestamp } from '../timestamp.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ScrollText } from '../../../ui/more-icons.tsx'
import { Filter, SearchForm } from '../search-form.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  loadList(admin.audit, request, ['q', 'act', 'from', 'to'])

const wordsOf = (act: string) => act.charAt(0).toUpperCase() + act.slice(1).replaceAll('-', ' ')

const columns: Column<AuditEntry>[] = [
  { name: 'When', width: '11rem', cell: ({ at }) => <Timestamp at={at} /> },
  {
    name: 'Who',
    cell: ({ by }) => <bdi className="break-all">{by?.name ?? 'Visitor'}</bdi>,
  },
  { name: 'What', width: '10rem', cell: ({ act }) => <span className="font-medium">{wordsOf(act)}</span> },
  {
    name: 'To whom',
    width: 'minmax(0,1.4fr)',
    cell: ({ to }) =>
      to && (
        <>
          <bdi className="break-all">{to.name}</bdi> <span className="text-sm text-muted">{to.kind}</span>
        </>
      ),
  },
  {
    name: 'Note',
    width: 'minmax(0,1.4fr)',
    long: true,
    cell: ({ note }) => note && <bdi className="text-sm">{note}</bdi>,
  },
  {
    name: 'From',
    width: 'minmax(0,1.1fr)',
    long: true,
    cell: ({ ip, userAgent, requestId }) =>
      (ip || userAgent || requestId) && (
        <details className="text-sm">
          <summary className="inline-flex min-h-11 items-center text-forest underline underline-offset-4 lg:-my-2.5">
            {ip ?? 'Details'}
          </summary>
          {userAgent && <span className="block break-words text-muted">{userAgent}</span>}
          {requestId && <span className="block break-all text-muted">Request {requestId}</span>}
        </details>
      ),
  },
]

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <ListPage
      heading="Audit log"
      noun="entries"
      text="Every act of administration and everything that matters for security. Nothing here can be changed."
      loaded={loaded}
      actions={<ExportButton list="audit" query={query} />}
      search={
        <SearchForm query={query} label="Email, name, order number, payment ID, IP address or request ID">
          <Filter
            name="act"
            label="What"
            query={query}
            all="Everything"
            options={auditActions.map((act) => [act, wordsOf(act)] as const)}
          />
          <Day name="from" label="From" query={query} />
          <Day name="to" label="To" query={query} />
        </SearchForm>
      }
      empty={{
        title: 'Nothing yet',
        text: 'What is done from now on will stand here.',
        icon: <ScrollText />,
      }}
      rows={(entries, list) => (
        <DataTable label="Audit log, newest first" columns={columns} items={entries} list={list} />
      )}
    />
  )
}

function Day({ name, label, query }: { name: string; label: string; query: Record<string, string> }) {
  return (
    <div className="flex-[1_1_8.5rem] sm:max-w-44">
      <TextField type="date" name={name} label={label} defaultValue={query[name] ?? ''} />
    </div>
  )
}
