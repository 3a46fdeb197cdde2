import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { SecurityDialog } from '../../../security/security-dialog.tsx'
import { type Membership, useSession } from '../../../session/session.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ShieldCheck } from '../../../ui/home-icons.tsx'
import { LockKeyhole } from '../../../ui/more-icons.tsx'
import { areaNames } from '../../../../contract/area-words.ts'

/** What a member of the team has instead of the shop's profile: their own account. */
export function MemberCard({ membership: { name, company, areas } }: { membership: Membership }) {
  const { email } = useSession()
  const [security, setSecurity] = useState(false)
  return (
    <Card className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 p-5 sm:px-7 sm:py-6">
      <div className="min-w-0 wrap-anywhere">
        <h2 dir="auto" className="text-xl font-semibold">
          {name}
        </h2>
        <p className="text-muted">{email}</p>
        <p className="mt-3">
          You work for <bdi className="font-semibold">{company}</bdi>: {areaNames(areas)}. The owner of the
          shop says who may do what.
        </p>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:w-full">
        <Button look="secondary" aria-haspopup="dialog" onClick={() => setSecurity(true)}>
          <LockKeyhole aria-hidden="true" className="size-4.5" />
          Password and Devices
        </Button>
        <Link to={paths.yourData} className={buttonClass('secondary')}>
          <ShieldCheck aria-hidden="true" className="size-4.5" />
          Your Data
        </Link>
      </div>
      {security && <SecurityDialog onClose={() => setSecurity(false)} />}
    </Card>
  )
}
