import { useState } from 'react'
import { admin, type AdminSeller } from '../../../../contract/admin.ts'
import { areaNames } from '../../../../contract/area-words.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { may } from '../may.ts'
import { NoteDialog } from '../note-dialog.tsx'

/** Who acts for the shop beside its owner, who alone invites. */
export function TeamNote({ seller: { companyName, team } }: { seller: AdminSeller }) {
  if (team.length === 0) return null
  return (
    <section aria-label={`Team of ${companyName}`}>
      <h3 className="text-sm font-semibold text-forest">Team, invited by the seller</h3>
      <ul className="divide-y divide-line text-sm">
        {team.map((member) => (
          <Member key={member.id} member={member} company={companyName} />
        ))}
      </ul>
    </section>
  )
}

interface Props {
  member: AdminSeller['team'][number]
  company: string
}

function Member({ member: { id, name, email, areas, joinedAt, isSuspended }, company }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <li className="flex items-center justify-between gap-x-3 py-1">
      <span className="min-w-0 wrap-anywhere">
        <bdi className="font-medium">{name}</bdi> · {email}
        <span className="block text-muted">
          {areaNames(areas)} · since {shortDate(joinedAt)}
          {isSuspended && <strong className="font-semibold text-clay"> · Suspended</strong>}
        </span>
      </span>
      {may(admin.removeTeamMember) && (
        <Button
          look="ghost"
          aria-haspopup="dialog"
          aria-label={`Remove ${name} from the team of ${company}`}
          onClick={() => setAsking(true)}
          className="-mr-3 shrink-0 px-3! text-sm text-clay!"
        >
          Remove
        </Button>
      )}
      {asking && (
        <NoteDialog
          title={`Remove ${name} from the team`}
          label="Reason"
          required="Please give a reason."
          button="Remove"
          look="danger"
          failed="They could not be removed"
          send={(reason) => call(admin.removeTeamMember, { params: { id }, body: { reason } })}
          onClose={() => setAsking(false)}
        >
          Their sessions end at once and their log-in is deleted; what they did for <bdi>{company}</bdi>{' '}
          stays. They and the seller are told by mail, without the reason, which is kept in the audit log. The
          seller can invite them again.
        </NoteDialog>
      )}
    </li>
  )
}
