/** Suspending and reinstating an account, for sellers and customers. */
import { useState } from 'react'
import { admin } from '../../../contract/admin.ts'
import { limits } from '../../../contract/limits.ts'
import { type ApprovalState } from '../../../contract/seller-approval.ts'
import { daysInWords } from '../../../contract/period-words.ts'
import { call } from '../../api/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { shortDate } from '../../ui/dates.ts'
import { Ban, RotateCcw } from '../../ui/more-icons.tsx'
import { may } from './may.ts'
import { NoteDialog } from './note-dialog.tsx'
import type { StateCounts } from './require-admin.ts'
import { Filter } from './search-form.tsx'

interface Account {
  id: string
  verified: boolean
  suspended: { at: string; reason: string } | null
}

const approvalWords: Record<Exclude<ApprovalState, 'approved'>, string> = {
  waiting: 'Documents missing',
  submitted: 'Waits for approval',
  refused: 'Not approved',
}

export function StateBadges({ verified, suspended, approval }: Account & { approval?: ApprovalState }) {
  return (
    <>
      {suspended && <Badge color="red">Suspended</Badge>}
      {!verified && <Badge color="yellow">Email not verified</Badge>}
      {approval && approval !== 'approved' && (
        <Badge color={approval === 'refused' ? 'red' : 'yellow'}>{approvalWords[approval]}</Badge>
      )}
    </>
  )
}

/** The filter by state above a list of accounts, with the number of rows of each. */
export function StateFilter({
  query,
  counts,
  sellers = false,
}: {
  query: Record<string, string>
  counts: StateCounts
  sellers?: boolean
}) {
  return (
    <Filter
      name="state"
      label="State"
      query={query}
      all="All"
      counts={counts}
      options={[
        ['suspended', 'Suspended'],
        ['not-verified', 'Email not verified'],
        ...(sellers ? [['not-approved', 'Not approved'] as const] : []),
      ]}
    />
  )
}

export function SuspensionNote({ suspended }: Account) {
  if (!suspended) return null
  return (
    <p className="rounded-xl bg-clay-soft px-4 py-3 text-sm">
      <strong className="font-semibold">Suspended on {shortDate(suspended.at)}:</strong>{' '}
      <bdi>{suspended.reason}</bdi>
    </p>
  )
}

interface Props {
  account: Account
  name: string
  kind: 'seller' | 'customer'
  /** On wide screens the word is only for screen readers and the tooltip. */
  brief?: boolean
}

const effects = {
  seller: `Their sessions end and their listings leave the shop at once, and they cannot log in. Parcels that the courier has not fetched are stopped; they stand under ‘needs attention’, and their orders are refunded ${daysInWords(limits.stoppedDays)} later unless you release them. Returns are answered by our team. Payouts wait until the suspension ends.`,
  customer: 'Their sessions end at once and they cannot log in. Open orders stay and are delivered.',
}

export function SuspendButton({ account: { id, suspended }, name, kind, brief = false }: Props) {
  const [asking, setAsking] = useState(false)
  if (!may(suspended ? admin.reinstate : admin.suspend)) return null
  const Icon = suspended ? RotateCcw : Ban
  const words = suspended ? 'Reinstate' : 'Suspend'
  return (
    <>
      <Button
        look="ghost"
        aria-haspopup="dialog"
        aria-label={`${words} ${name}`}
        title={brief ? words : undefined}
        onClick={() => setAsking(true)}
        className={`-ml-3 px-3! ${brief ? 'lg:ml-0' : ''} ${suspended ? '' : 'text-clay!'}`}
      >
        <Icon aria-hidden="true" className="size-4.5" />
        <span className={brief ? 'lg:sr-only' : ''}>{words}</span>
      </Button>
      {asking && (
        <NoteDialog
          title={`${words} ${name}`}
          label="Reason"
          required="Please give a reason."
          button={words}
          look={suspended ? 'primary' : 'danger'}
          failed={`Failed to ${words.toLowerCase()} the account`}
          send={(reason) =>
            call(suspended ? admin.reinstate : admin.suspend, { params: { id }, body: { reason } })
          }
          onClose={() => setAsking(false)}
        >
          {suspended ? `${name} can log in again.` : effects[kind]} The reason is kept in the audit log.
        </NoteDialog>
      )}
    </>
  )
}
