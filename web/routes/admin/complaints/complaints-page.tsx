/** The queue of complaints by the end of their clock, and the figures of each month. */
import { type LoaderFunctionArgs, Link, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { AdminComplaint, ComplaintFigures } from '../../../../contract/admin-complaints.ts'
import { complaintCategories, complaintCategoryWords } from '../../../../contract/complaint-words.ts'
import { call } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { paths } from '../../../paths.ts'
import { nameOfMonth } from '../../../settlements/shop-document-columns.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { MessageCircleQuestionMark } from '../../../ui/more-icons.tsx'
import { adminPaths } from '../admin-paths.ts'
import { ListPage } from '../list-page.tsx'
import { loadList, loadWithCounts } from '../require-admin.ts'
import { Filter, SearchForm } from '../search-form.tsx'
import { Timestamp } from '../timestamp.tsx'
import { deskStateWords } from './state-words.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  const [list, figures] = await Promise.all([
    loadWithCounts(
      request,
      'complaints',
      loadList(admin.complaints, request, ['q', 'show', 'category', 'mine']),
    ),
    loadOrEmpty(() => call(admin.complaintFigures), []),
  ])
  return { list, figures: figures.value }
}

export function Component() {
  const { list: loaded, figures } = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <>
      <ListPage
        heading="Complaints"
        noun="complaints"
        text="Each needs an answer within 48 hours and a decision within a month. The next to answer stands first. Enter one that came by mail on the day it comes, with its sender's name and address: they get its number and a link."
        actions={
          <a href={paths.newComplaint} className={buttonClass('secondary')}>
            Enter one from a mail
          </a>
        }
        loaded={loaded}
        search={
          <SearchForm query={query} label="Complaint, order number or email">
            <Filter
              name="show"
              label="Show"
              query={query}
              all="To be solved"
              counts={loaded.counts}
              options={[
                ['due', 'Late or due today'],
                ...Object.entries(deskStateWords).map(([state, { words }]) => [state, words] as const),
                ['all', 'All'],
              ]}
            />
            <Filter
              name="category"
              label="About"
              query={query}
              all="Everything"
              options={complaintCategories.map((one) => [one, complaintCategoryWords[one]] as const)}
            />
            <Filter name="mine" label="Whose" query={query} all="Everybody's" options={[['yes', 'Mine']]} />
          </SearchForm>
        }
        empty={{
          title: 'Nothing to answer',
          text: 'No complaint waits.',
          icon: <MessageCircleQuestionMark />,
        }}
        rows={(complaints, list) => (
          <ul ref={list} aria-label="Complaints, the next one due first" className="flex flex-col gap-3">
            {complaints.map((one) => (
              <li key={one.id}>
                <Row one={one} />
              </li>
            ))}
          </ul>
        )}
      />
      {figures.length > 0 && (
        <section aria-labelledby="figures" className="mt-8">
          <h2 id="figures" className="mb-3 text-xl font-bold tracking-tight">
            By month
          </h2>
          <DataTable
            label="Complaints by month"
            columns={columns}
            items={figures.map((month) => ({ ...month, id: month.month }))}
          />
        </section>
      )}
    </>
  )
}

const columns: Column<ComplaintFigures & { id: string }>[] = [
  { name: 'Made in', cell: ({ month }) => nameOfMonth(month) },
  { name: 'Received', end: true, cell: ({ received }) => received },
  { name: 'Answered in time', end: true, cell: ({ answeredInTime }) => answeredInTime },
  { name: 'Solved in time', end: true, cell: ({ solvedInTime }) => solvedInTime },
  { name: 'Open', end: true, cell: ({ open }) => open },
  {
    name: 'Satisfied',
    end: true,
    cell: ({ satisfied, rated }) => (rated === 0 ? '–' : `${satisfied} of ${rated}`),
  },
]

const sellersAnswers = {
  none: null,
  awaited: 'The seller is asked',
  late: 'The seller is late',
  given: 'The seller has answered',
}

function Row({ one }: { one: AdminComplaint }) {
  const { words: stateWords, color } = deskStateWords[one.state]
  const facts = [
    complaintCategoryWords[one.category],
    one.order && `order ${one.order}`,
    one.seller,
    sellersAnswers[one.sellersAnswer],
    one.assignedTo ?? 'assigned to nobody',
  ].filter(Boolean)
  return (
    <article
      aria-label={`Complaint ${one.number}`}
      className={`relative flex flex-col gap-1 rounded-card border bg-surface p-4 text-sm shadow-card ${one.due === 'late' ? 'border-clay' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-base font-semibold tabular-nums">
          <Link to={adminPaths.complaint(one.id)} className="after:absolute after:inset-0">
            {one.number}
          </Link>
        </h2>
        <Badge color={color}>{stateWords}</Badge>
        {one.escalated && <Badge color="red">Before the owners</Badge>}
        {one.dueAt && (
          <span
            className={`ml-auto ${one.due === 'late' ? 'font-semibold text-clay' : one.due === 'soon' ? 'font-semibold text-amber' : ''}`}
          >
            {one.due === 'late' ? 'Late since ' : 'Due '}
            <Timestamp at={one.dueAt} />
          </span>
        )}
      </div>
      <p className="line-clamp-2 wrap-anywhere">
        <bdi>“{one.words}”</bdi>
      </p>
      <p className="wrap-anywhere text-muted">
        <bdi>{one.name}</bdi>, {one.email}
      </p>
      <p className="wrap-anywhere text-muted">
        <bdi>{facts.join(' · ')}</bdi>
      </p>
    </article>
  )
}
