/** The complaints of a buyer or seller, newest first. */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { complaintCategoryWords } from '../../../../contract/complaint-words.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { callPage } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { fromCursor, noRows } from '../../../lists/from-cursor.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useOwnList } from '../../../lists/use-own-list.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MessageCircleQuestionMark } from '../../../ui/more-icons.tsx'
import { ComplaintBadge } from '../complaint-badge.tsx'
import { OfficerNote } from '../officer-note.tsx'

const pageLimit = 20

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Complaints' })

const more = (cursor: string | undefined) =>
  callPage(privateApi.complaint.list, { query: { limit: pageLimit, cursor } })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSession(request, () => loadOrEmpty(() => fromCursor(request, more), noRows))
}

export function HydrateFallback() {
  return <PrivateFallback heading="Complaints" text="Loading complaints..." />
}

export default function ComplaintsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const { items, list, loadMore } = useOwnList(loaded.value, more)
  const newOne = (
    <Link to={paths.newComplaint} className={buttonClass('secondary')}>
      Make a complaint
    </Link>
  )
  return (
    <StandalonePage heading="Complaints">
      {items.length === 0 ? (
        <EmptyState
          icon={<MessageCircleQuestionMark />}
          title="No Complaints"
          text="What you complain of, and what we answer, will appear here."
        >
          {loaded.failed && <TryAgain />}
          {newOne}
        </EmptyState>
      ) : (
        <>
          <p className="mb-4">{newOne}</p>
          <ul ref={list} aria-label="Complaints, newest first" className="flex flex-col gap-4">
            {items.map((one) => (
              <li
                key={one.id}
                className="relative rounded-card border border-line bg-surface p-4 shadow-card hover:border-forest sm:p-5"
              >
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <h2 className="text-lg font-semibold tabular-nums">
                    <Link
                      to={paths.complaint(one.number)}
                      className="after:absolute after:inset-0 after:rounded-card"
                    >
                      <span className="sr-only">Complaint </span>
                      {one.number}
                    </Link>
                  </h2>
                  <ComplaintBadge state={one.state} />
                </div>
                <p className="text-sm text-muted">
                  {complaintCategoryWords[one.category]}, {shortDate(one.createdAt)}
                  {one.order && `, order ${one.order}`}
                </p>
                <p className="mt-2 line-clamp-2 wrap-anywhere">
                  <bdi>{one.words}</bdi>
                </p>
              </li>
            ))}
          </ul>
          <LoadMore {...loadMore} noun="complaints" />
        </>
      )}
      <OfficerNote />
    </StandalonePage>
  )
}
