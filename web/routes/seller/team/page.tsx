/** The team of the shop: who is in it and what each may do, and who is invited. For its owner. */
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { type TeamInvitation, type TeamMember, teamMax } from '../../../../contract/team.ts'
import { call } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { ConfirmLogin, useRecentLogin } from '../../../forms/confirm-login.tsx'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { failureMessageAndWait, serverMsgOr } from '../../../messages/failure-message.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Plus, Users } from '../../../ui/more-icons.tsx'
import { areaNames } from '../../../../contract/area-words.ts'
import { loadApprovalState } from '../load-approval.ts'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { sellerToast } from '../seller-toast.tsx'
import { ShopClosedNote } from '../shop-closed-note.tsx'
import { AreasDialog, InviteDialog, RemoveDialog } from './dialogs.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Team' })

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSeller(request, async () => {
    const [team, approval] = await Promise.all([
      loadOrEmpty(() => call(privateApi.team.show), { members: [], invitations: [] }),
      loadApprovalState(),
    ])
    return { team, approval: approval.value }
  })
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Team" text="Loading the team..." />
}

const card = 'rounded-card border border-line bg-surface p-4 shadow-card sm:p-5'

export default function TeamPage() {
  const { team, approval } = useLoaderData<typeof clientLoader>()
  const { members, invitations } = team.value
  const [inviting, setInviting] = useState(false)
  // Where it is not known, the server decides.
  const isClosed = approval !== null && approval !== 'approved'
  const isFull = members.length + invitations.length >= teamMax
  return (
    <SellerPage heading="Team" className="max-w-4xl">
      <ShopClosedNote state={approval} />
      <ConfirmLogin why="You are about to change who may act for your shop.">
        <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
          <p className="max-w-xl text-muted">
            People who help you log in with accounts of their own and do what you choose. Bank account,
            company and team stay yours alone, and mails about orders come to you.
          </p>
          <Button aria-haspopup="dialog" disabled={isFull || isClosed} onClick={() => setInviting(true)}>
            <Plus aria-hidden="true" className="size-5" />
            Invite
          </Button>
        </div>
        {isClosed && (
          <p className="mb-4 font-medium">You can invite people as soon as your shop is approved.</p>
        )}
        {isFull && <p className="mb-4 font-medium">A team has at most {teamMax} members and invitations.</p>}
        {members.length + invitations.length === 0 && (
          <EmptyState
            icon={<Users />}
            title={team.failed ? 'The Team Could Not Be Loaded' : 'Nobody Yet'}
            text={
              team.failed ? 'We could not reach the shop just now.' : 'Who joins your team will appear here.'
            }
          >
            {team.failed && <TryAgain />}
          </EmptyState>
        )}
        {members.length > 0 && (
          <ul aria-label="Members by name" className="flex flex-col gap-4">
            {members.map((member) => (
              <Member key={member.id} member={member} />
            ))}
          </ul>
        )}
        {invitations.length > 0 && (
          <section aria-labelledby="invitations" className="mt-6">
            <h2 id="invitations" className="mb-3 text-xl font-bold tracking-tight">
              Invitations
            </h2>
            <ul className="flex flex-col gap-4">
              {invitations.map((invitation) => (
                <Invitation key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          </section>
        )}
        {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      </ConfirmLogin>
    </SellerPage>
  )
}

function Member({ member }: { member: TeamMember }) {
  const [dialog, setDialog] = useState<'areas' | 'remove' | null>(null)
  const { name, email, areas, secondFactor, lastSeenAt } = member
  const close = () => setDialog(null)
  return (
    <li className={`${card} flex flex-wrap items-center justify-between gap-x-6 gap-y-3`}>
      <div className="min-w-0 wrap-anywhere">
        <h2 dir="auto" className="text-lg font-semibold">
          {name}
        </h2>
        <p className="text-muted">{email}</p>
        <p className="mt-1 font-medium text-forest">{areaNames(areas)}</p>
        <p className="mt-1 text-sm text-muted">
          {lastSeenAt ? `Last seen on ${shortDate(lastSeenAt)}` : 'Not logged in'} ·{' '}
          {secondFactor ? 'with an authenticator app' : 'without an authenticator app'}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          look="secondary"
          aria-haspopup="dialog"
          aria-label={`Change areas of ${name}`}
          onClick={() => setDialog('areas')}
          className="px-4 text-sm"
        >
          Change
        </Button>
        <Button
          look="danger"
          aria-haspopup="dialog"
          aria-label={`Remove ${name}`}
          onClick={() => setDialog('remove')}
          className="px-4 text-sm"
        >
          Remove
        </Button>
      </div>
      {dialog === 'areas' && <AreasDialog member={member} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog member={member} onClose={close} />}
    </li>
  )
}

function Invitation({ invitation: { id, email, areas, expiresAt } }: { invitation: TeamInvitation }) {
  return (
    <li className={`${card} flex flex-wrap items-center justify-between gap-x-6 gap-y-3`}>
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {email} <Badge color="yellow">Invited</Badge>
        </p>
        <p className="text-sm text-muted">
          {areaNames(areas)} · the link is good until {shortDate(expiresAt)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <CallButton
          label="Send again"
          name={`Send again to ${email}`}
          action={() => call(privateApi.team.invite, { body: { email, areas } })}
        />
        <CallButton
          label="Withdraw"
          name={`Withdraw the invitation of ${email}`}
          action={() => call(privateApi.team.withdraw, { params: { id } })}
        />
      </div>
    </li>
  )
}

interface CallProps {
  label: string
  name: string
  action: () => Promise<{ msg: string }>
}

function CallButton({ label, name, action }: CallProps) {
  const signedOut = useSignedOut()
  const withRecentLogin = useRecentLogin()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)

  async function press(): Promise<void> {
    setBusy(true)
    try {
      const done = await withRecentLogin(action)
      if (done) sellerToast.success(done.msg)
    } catch (error) {
      if (signedOut(error)) return
      sellerToast.error(
        failureMessageAndWait(error, serverMsgOr('This could not be done. Please try again.')),
      )
    }
    await revalidate()
    setBusy(false)
  }

  return (
    <Button
      look="secondary"
      busy={busy}
      busyLabel="Please wait..."
      aria-label={name}
      onClick={() => void press()}
      className="px-4 text-sm"
    >
      {label}
    </Button>
  )
}
