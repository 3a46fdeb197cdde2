/** All timers of the shop, and how their last runs ended. */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { TimerState } from '../../../../contract/admin-work.ts'
import { call } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { TryAgain } from '../../../layout/try-again.tsx'
import { Badge, type BadgeColor } from '../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Clock } from '../../../ui/more-icons.tsx'
import { PageHead } from '../list-page.tsx'
import { requireAdmin } from '../require-admin.ts'
import { Timestamp } from '../timestamp.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  requireAdmin(request, () => loadOrEmpty(() => call(admin.timers), []))

const states: Record<TimerState['state'], { color: BadgeColor; label: string }> = {
  waiting: { color: 'grey', label: 'Not yet' },
  running: { color: 'blue', label: 'Running' },
  unfinished: { color: 'yellow', label: 'Goes on' },
  done: { color: 'green', label: 'Done' },
  failed: { color: 'red', label: 'Failed' },
}

const columns: Column<TimerState & { id: string }>[] = [
  {
    name: 'Timer',
    width: 'minmax(0,1.2fr)',
    long: true,
    cell: ({ name, error }) => (
      <>
        <span className="block font-medium first-letter:uppercase">{name}</span>
        {error !== null && <span className="block text-sm break-words text-clay">{error}</span>}
      </>
    ),
  },
  {
    name: 'Runs',
    width: '9rem',
    cell: ({ schedule }) => <span className="block first-letter:uppercase">{schedule}</span>,
  },
  {
    name: 'Last run',
    width: '11rem',
    cell: ({ startedAt }) => startedAt !== null && <Timestamp at={startedAt} />,
  },
  { name: 'Took', width: '5rem', end: true, cell: ({ seconds }) => seconds !== null && lasting(seconds) },
  {
    name: 'Result',
    width: '16rem',
    cell: ({ state, succeededAt }) => (
      <>
        <Badge color={states[state].color}>{states[state].label}</Badge>
        {state !== 'done' && succeededAt !== null && (
          <span className="mt-1 block text-sm text-muted">
            Last success: <Timestamp at={succeededAt} />
          </span>
        )}
      </>
    ),
  },
]

const lasting = (seconds: number) =>
  seconds < 1
    ? `${Math.round(seconds * 1_000)} ms`
    : seconds < 60
      ? `${seconds.toFixed(1)} s`
      : `${Math.round(seconds / 60)} min`

export function Component() {
  const { value: timers, failed } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        heading="Timers"
        text="What the shop does by the clock. A run that failed is repeated by itself. Hours are those of India."
      />
      {timers.length > 0 ? (
        <DataTable
          label="Timers"
          columns={columns}
          items={timers.map((timer) => ({ ...timer, id: timer.name }))}
        />
      ) : (
        <EmptyState
          icon={<Clock />}
          title="No timers"
          text="No process of this shop that runs timers has started yet."
        >
          {failed && <TryAgain />}
        </EmptyState>
      )}
    </>
  )
}
