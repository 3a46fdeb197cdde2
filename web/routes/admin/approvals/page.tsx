/** Calls that a second administrator has to confirm, with what they are about (decision 11). */
import { type LoaderFunctionArgs, Link, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { type Approval, approvalHours } from '../../../../contract/approvals.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { Badge, type BadgeColor } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { ShieldCheck } from '../../../ui/home-icons.tsx'
import { TriangleAlert } from '../../../ui/more-icons.tsx'
import { Note } from '../../../ui/note.tsx'
import { ActionButton } from '../action-button.tsx'
import { DownloadButton } from '../download-button.tsx'
import { Fact } from '../facts.tsx'
import { ListPage } from '../list-page.tsx'
import { NoteButton } from '../note-button.tsx'
import { loadList } from '../require-admin.ts'
import { Timestamp } from '../timestamp.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.approvals, request, ['show'])

const states: Record<Approval['state'], [words: string, color: BadgeColor]> = {
  waiting: ['Waiting', 'yellow'],
  confirmed: ['Confirmed', 'green'],
  declined: ['Declined', 'red'],
  withdrawn: ['Taken back', 'grey'],
  failed: ['Not possible any more', 'red'],
  expired: ['Expired', 'grey'],
}

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const all = loaded.query.show === 'all'
  return (
    <ListPage
      heading="Waiting for confirmation"
      noun="calls"
      text={`Payments by hand, policies, rates, reinstatements and new administrators need two people where there are two. Read what is asked for, and confirm or decline it. A call that nobody confirms expires after ${approvalHours} hours.`}
      loaded={{ ...loaded, query: {} }}
      search={
        <p className="mb-3">
          <Link
            to={all ? '?' : '?show=all'}
            className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
          >
            {all ? 'Show only what waits' : 'Show also what was decided'}
          </Link>
        </p>
      }
      empty={{
        title: 'Nothing waits',
        text: 'What another administrator asks for stands here until somebody else confirms it.',
        icon: <ShieldCheck />,
      }}
      rows={(approvals, list) => (
        <ul ref={list} aria-label="Calls, newest first" className="grid items-start gap-3 lg:grid-cols-2">
          {approvals.map((approval) => (
            <li key={approval.id} tabIndex={-1}>
              <ApprovalCard approval={approval} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}

function ApprovalCard({ approval }: { approval: Approval }) {
  const { id, title, facts, changed, file, askedBy, askedAt, expiresAt, own, state, decidedBy } = approval
  const { decidedAt, outcome } = approval
  const [words, color] = states[state]
  return (
    <Card className="flex flex-col gap-3 p-4 sm:p-5">
      <article aria-labelledby={id} className="flex flex-col gap-3">
        <header className="flex flex-wrap items-start justify-between gap-2">
          <h2 id={id} className="min-w-0 text-lg font-semibold text-pretty">
            {title}
          </h2>
          <Badge color={color}>{words}</Badge>
        </header>
        <dl className="grid gap-x-6 gap-y-2 rounded-xl bg-dew px-4 py-3 sm:grid-cols-2">
          {facts.map(({ label, value }, i) => (
            <Fact key={`${i} ${label}`} name={label}>
              {value}
            </Fact>
          ))}
        </dl>
        {file && (
          <p>
            <DownloadButton
              path={admin.approvalFile.path.replace('{id}', id)}
              label="The whole file"
              className="px-4 text-sm"
            />
          </p>
        )}
        {changed && (
          <Note icon={<TriangleAlert />} title="Changed.">
            This has changed since it was asked for; above is how it is now. It cannot be confirmed any more,
            and has to be asked for again.
          </Note>
        )}
        <p className="text-sm text-muted">
          Asked for by <bdi className="font-medium break-all text-ink">{own ? 'you' : askedBy}</bdi>,{' '}
          <Timestamp at={askedAt} />.
          {state === 'waiting' && (
            <>
              {' '}
              Expires <Timestamp at={expiresAt} />.
            </>
          )}
        </p>
        {decidedAt && (
          <p className="text-sm text-muted">
            {words} by <bdi className="font-medium break-all text-ink">{decidedBy}</bdi>,{' '}
            <Timestamp at={decidedAt} />. {outcome ? <bdi>{outcome}</bdi> : unknownResult(state)}
          </p>
        )}
        {state === 'waiting' && <Actions approval={approval} />}
      </article>
    </Card>
  )
}

const unknownResult = (state: Approval['state']) =>
  state === 'confirmed' ? 'The result is not known: look at the audit log before you ask again.' : ''

function Actions({ approval: { id, own, title, changed } }: { approval: Approval }) {
  const withRecentLogin = useRecentLogin()
  const params = { id }
  if (own)
    return (
      <span className="flex flex-wrap items-center gap-3">
        <ActionButton
          label="Withdraw"
          busyLabel="Withdrawing..."
          action={() => call(admin.withdrawApproval, { params })}
          failed="This could not be withdrawn."
        />
        {!changed && <span className="text-sm text-muted">Another administrator has to confirm it.</span>}
      </span>
    )
  return (
    <span className="flex flex-wrap gap-2">
      {!changed && (
        <ActionButton
          label="Confirm"
          busyLabel="Confirming..."
          action={() => withRecentLogin(() => call(admin.confirmApproval, { params }))}
          failed="This could not be confirmed."
        />
      )}
      <NoteButton
        title="Decline"
        label="Reason"
        required="Please give a reason."
        button="Decline"
        look="danger"
        failed="This could not be declined."
        send={(reason) => call(admin.declineApproval, { params, body: { reason } })}
      >
        {title}: nothing is done, and the one who asked for it sees the reason.
      </NoteButton>
    </span>
  )
}
