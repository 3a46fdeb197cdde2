import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { OwnApproval } from '../../../../contract/seller-approval.ts'
import type { SellerProfile } from '../../../../contract/seller.ts'
import { paths } from '../../../paths.ts'
import { ConfirmLogin } from '../../../forms/confirm-login.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { firstLetter } from '../../../ui/first-letter.ts'
import { BadgeCheck, ShieldCheck } from '../../../ui/home-icons.tsx'
import { LockKeyhole, Pencil } from '../../../ui/more-icons.tsx'
import { SecurityDialog } from '../../../security/security-dialog.tsx'
import { GstQuestion } from '../gst-question.tsx'
import { AccountNumber } from './account-number.tsx'
import { EditSellerDialog } from './edit-seller-dialog.tsx'
import { bookingWords, handlingWords } from './handling-words.ts'

// en-US, long (specification §9); the day in the time zone of India.
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

export function ProfileCard({ profile, approval }: { profile: SellerProfile; approval: OwnApproval }) {
  const [editing, setEditing] = useState(false)
  const [security, setSecurity] = useState(false)
  const isApproved = approval.state === 'approved'
  const { companyName, email, mobile, gst, gstDoubt, createdAt, address, bankDetails } = profile
  return (
    <Card className="overflow-hidden">
      <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 bg-dew p-5 sm:flex-nowrap sm:px-7">
        <div className="flex min-w-0 flex-wrap items-center gap-4 sm:flex-nowrap">
          <span
            aria-hidden="true"
            className="flex size-16 shrink-0 items-center justify-center rounded-full bg-forest text-2xl font-bold text-white"
          >
            {firstLetter(companyName).toUpperCase()}
          </span>
          <div className="min-w-0">
            <h2 dir="auto" className="text-xl font-semibold sm:text-2xl">
              {companyName}
            </h2>
            {/* Where the shop approves sellers by itself, the specified badge is shown at once (specification §2). */}
            {isApproved && (approval.seen || approval.automatic) && (
              <p className="mt-1 inline-flex items-center gap-1.5 rounded-full bg-leaf-soft py-0.5 pr-3 pl-2 text-sm font-semibold text-forest">
                <BadgeCheck aria-hidden="true" className="size-4.5" />
                Verified Seller
              </p>
            )}
            {!approval.seen && (
              <Link
                to={paths.sellerApproval}
                className="flex min-h-11 items-center text-sm font-semibold text-amber underline underline-offset-4"
              >
                {!isApproved
                  ? 'Your shop is not open yet'
                  : approval.automatic
                    ? 'Buyers see this badge once your documents are checked'
                    : 'Have your documents checked'}
              </Link>
            )}
          </div>
        </div>
        <div className="flex flex-wrap justify-end gap-3 max-sm:w-full max-sm:*:w-full">
          <Button look="secondary" aria-haspopup="dialog" onClick={() => setSecurity(true)}>
            <LockKeyhole aria-hidden="true" className="size-4.5" />
            Password and Devices
          </Button>
          <Button look="secondary" aria-haspopup="dialog" onClick={() => setEditing(true)}>
            <Pencil aria-hidden="true" className="size-4.5" />
            Edit Profile
          </Button>
          <Link to={paths.yourData} className={buttonClass('secondary')}>
            <ShieldCheck aria-hidden="true" className="size-4.5" />
            Your Data
          </Link>
        </div>
      </header>
      <div className="grid items-start gap-x-10 gap-y-6 border-t border-line p-5 sm:px-7 md:grid-cols-2 xl:grid-cols-3">
        <Part title="Business">
          <Fact name="Email">{email}</Fact>
          <Fact name="Mobile">{mobile}</Fact>
          <Fact
            name="GST Number"
            note={gstDoubt && <GstQuestion profile={profile} onEdit={() => setEditing(true)} />}
          >
            {gst}
          </Fact>
          <Fact name="Account Created">
            {createdAt ? <time dateTime={createdAt}>{longDate.format(new Date(createdAt))}</time> : 'N/A'}
          </Fact>
        </Part>
        <Part title="Pickup Address" className="md:row-span-2 xl:row-span-1">
          <Fact name="Building Number">{address.buildingNo}</Fact>
          <Fact name="Street">{address.street}</Fact>
          <Fact name="Landmark">{address.landmark}</Fact>
          <Fact name="City">{address.city}</Fact>
          <Fact name="State">{address.state}</Fact>
          <Fact name="Pin Code">{address.pinCode}</Fact>
          <Fact name="Handling Time">{handlingWords(profile.handlingDays)}</Fact>
          <Fact name="Courier Is Booked">{bookingWords(profile.booksWhenReady)}</Fact>
        </Part>
        <Part title="Bank Details">
          <Fact name="Full Name">{bankDetails.fullName}</Fact>
          <Fact name="Account Number">
            <ConfirmLogin why="You are about to see the whole number of your bank account.">
              <AccountNumber key={bankDetails.accountNo} masked={bankDetails.accountNo} />
            </ConfirmLogin>
          </Fact>
          <Fact name="IFSC Code">{bankDetails.ifsccode}</Fact>
        </Part>
      </div>
      <section aria-label="Public Page" className="border-t border-line p-5 sm:px-7">
        <h3 className="mb-2 font-semibold text-forest">Public Page</h3>
        <p dir="auto" className="max-w-prose break-words whitespace-pre-line">
          {profile.story || 'Buyers do not know your story yet: tell it with Edit Profile.'}
        </p>
        <p className="mt-2 text-sm text-muted">
          Complaints are answered by {profile.grievanceContact || mobile}.
        </p>
        <a
          href={paths.seller(profile.id)}
          className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
        >
          See the page that buyers see
        </a>
      </section>
      {security && <SecurityDialog onClose={() => setSecurity(false)} />}
      <ConfirmLogin why="You are about to change your business, address or bank details.">
        {editing && <EditSellerDialog profile={profile} onClose={() => setEditing(false)} />}
      </ConfirmLogin>
    </Card>
  )
}

function Part({
  title,
  className = '',
  children,
}: {
  title: string
  className?: string
  children: ReactNode
}) {
  return (
    <section aria-label={title} className={`min-w-0 ${className}`}>
      <h3 className="mb-2 font-semibold text-forest">{title}</h3>
      <dl className="border-t border-line">{children}</dl>
    </section>
  )
}

function Fact({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd dir="auto" className="min-w-0 font-medium wrap-anywhere">
        {children}
      </dd>
      {note && <dd className="w-full empty:hidden">{note}</dd>}
    </div>
  )
}
