/** Administrators: who they are, what each may do, and who is invited. For owners. */
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { Administrator, Invitation } from '../../../../contract/administrators.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ActionButton } from '../action-button.tsx'
import { PageHead } from '../list-page.tsx'
import { NoteButton } from '../note-button.tsx'
import { requireAdmin } from '../require-admin.ts'
import { Timestamp } from '../timestamp.tsx'
import { DutiesDialog, InviteDialog } from './dialogs.tsx'
import { dutyWords } from './duty-words.ts'

export const loader = ({ request }: LoaderFunctionArgs) =>
  requireAdmin(request, () => call(admin.administrators))

const duties = { name: 'Roles', cell: ({ duties: own }: Pick<Administrator, 'duties'>) => dutyWords(own) }

const columns: Column<Administrator>[] = [
  {
    name: 'Email',
    width: 'minmax(0,1.6fr)',
    cell: ({ email, own }) => (
      <span className="font-semibold break-all">
        {email}
        {own && ' (you)'}
      </span>
    ),
  },
  duties,
  {
    name: 'State',
    width: '12rem',
    cell: ({ suspended, secondFactor }) => (
      <>
        {suspended ? <Badge color="red">Suspended</Badge> : <Badge color="green">Active</Badge>}
        {suspended && <span className="mt-0.5 block text-sm break-words text-muted">{suspended.reason}</span>}
        {!secondFactor && <span className="mt-0.5 block text-sm text-amber">No second factor</span>}
      </>
    ),
  },
  {
    name: 'Last seen',
    width: '8rem',
    cell: ({ lastSeenAt }) => (lastSeenAt ? <Timestamp at={lastSeenAt} /> : 'Not logged in'),
  },
  { name: '', width: '20rem', end: true, cell: (administrator) => <Actions administrator={administrator} /> },
]

const invitationColumns: Column<Invitation>[] = [
  {
    name: 'Email',
    width: 'minmax(0,1.6fr)',
    cell: ({ email }) => <span className="font-semibold break-all">{email}</span>,
  },
  duties,
  { name: 'Invited by', cell: ({ invitedBy }) => <span className="break-all">{invitedBy}</span> },
  { name: 'Good until', width: '8rem', cell: ({ expiresAt }) => <Timestamp at={expiresAt} /> },
  { name: '', width: '9rem', end: true, cell: (invitation) => <Withdraw invitation={invitation} /> },
]

export function Component() {
  const { administrators, invitations } = useLoaderData<typeof loader>()
  const [inviting, setInviting] = useState(false)
  return (
    <>
      <PageHead
        heading="Administrators"
        text="Who runs the shop, and what each of them may do. There is always an owner who can log in. Nobody changes their own account here."
        actions={
          <Button aria-haspopup="dialog" onClick={() => setInviting(true)}>
            Invite
          </Button>
        }
      />
      <DataTable label="Administrators by email" columns={columns} items={administrators} />
      {invitations.length > 0 && (
        <section aria-labelledby="invitations" className="mt-8">
          <h2 id="invitations" className="mb-3 text-xl font-bold tracking-tight">
            Invitations
          </h2>
          <DataTable label="Invitations by email" columns={invitationColumns} items={invitations} />
        </section>
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

function Actions({ administrator }: { administrator: Administrator }) {
  const [changing, setChanging] = useState(false)
  const { id, email, suspended, own } = administrator
  if (own) return <span className="text-sm text-muted">Another owner changes your account.</span>
  const params = { id }
  const asked = { label: 'Reason', required: 'Please give a reason.' }
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Button
        look="secondary"
        aria-haspopup="dialog"
        aria-label={`Change roles of ${email}`}
        onClick={() => setChanging(true)}
        className="px-4 text-sm"
      >
        Roles
      </Button>
      {suspended ? (
        <NoteButton
          {...asked}
          title="Reinstate"
          button="Reinstate"
          failed="The administrator could not be reinstated."
          send={(reason) => call(admin.reinstateAdministrator, { params, body: { reason } })}
        >
          {email} can log in again.
        </NoteButton>
      ) : (
        <NoteButton
          {...asked}
          title="Suspend"
          button="Suspend"
          look="danger"
          failed="The administrator could not be suspended."
          send={(reason) => call(admin.suspendAdministrator, { params, body: { reason } })}
        >
          The sessions of {email} end at once, and they cannot log in. They are told by email.
        </NoteButton>
      )}
      <NoteButton
        {...asked}
        title="Remove"
        button="Remove"
        look="danger"
        failed="The administrator could not be removed."
        send={(reason) => call(admin.removeAdministrator, { params, body: { reason } })}
      >
        The account of {email} is deleted and their sessions end at once. The audit log keeps what they did.
      </NoteButton>
      {changing && <DutiesDialog administrator={administrator} onClose={() => setChanging(false)} />}
    </span>
  )
}

function Withdraw({ invitation: { id } }: { invitation: Invitation }) {
  const withRecentLogin = useRecentLogin()
  return (
    <ActionButton
      label="Withdraw"
      busyLabel="Withdrawing..."
      action={() => withRecentLogin(() => call(admin.withdrawInvitation, { params: { id } }))}
      failed="The invitation could not be withdrawn."
    />
  )
}
