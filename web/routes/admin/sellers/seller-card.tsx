import { Link } from 'react-router'
import { admin, type AdminSeller } from '../../../../contract/admin.ts'
import { moderationLimits } from '../../../../contract/moderation-words.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { firstLetter } from '../../../ui/first-letter.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { longDate } from '../../../ui/dates.ts'
import { ClipboardList } from '../../../ui/more-icons.tsx'
import { ContactFacts, Fact } from '../facts.tsx'
import { StateBadges, SuspendButton, SuspensionNote } from '../account-suspension.tsx'
import { adminPaths } from '../admin-paths.ts'
import { may } from '../may.ts'
import { OwnDataButtons } from '../own-data-buttons.tsx'
import { AccountNumber } from '../account-number.tsx'
import { LostFactorButton } from './lost-factor-button.tsx'
import { TeamNote } from './team-note.tsx'

const monthFormat = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Their listings that were hidden and taken down within 12 months, by month. */
function ModerationNote({ seller: { moderation, email } }: { seller: AdminSeller }) {
  if (moderation.length === 0) return null
  const takenDown = moderation.reduce((sum, month) => sum + month.takenDown, 0)
  const offends = takenDown >= moderationLimits.offenderFrom
  return (
    <div className={`rounded-xl px-4 py-2.5 text-sm ${offends ? 'bg-clay-soft' : 'bg-amber-soft'}`}>
      <h3 className={`font-semibold ${offends ? 'text-clay' : ''}`}>
        {takenDown.toLocaleString('en-IN')} taken down in 12 months
      </h3>
      <ul className="flex flex-wrap gap-x-4">
        {moderation.map(({ month, hidden, takenDown: down }) => (
          <li key={month}>
            {monthFormat.format(new Date(`${month}-01`))}: {hidden} hidden, {down} taken down
          </li>
        ))}
      </ul>
      {may(admin.listings) && (
        <Link
          to={`${adminPaths.listings()}?show=all&q=${encodeURIComponent(email)}`}
          className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
        >
          See their listings
        </Link>
      )}
    </div>
  )
}

export function SellerCard({ seller }: { seller: AdminSeller }) {
  const { companyName, createdAt, email, mobile, gst, gstDoubt, gstConfirmed, address, bankDetails } = seller
  return (
    <Card className="flex h-full flex-col focus-within:border-leaf hover:border-leaf">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 sm:px-5">
        <span
          aria-hidden="true"
          className="flex size-10 shrink-0 items-center justify-center rounded-full bg-forest font-bold text-white"
        >
          {firstLetter(companyName).toUpperCase()}
        </span>
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="leading-5 font-semibold break-words">
            {companyName}
          </h2>
          <p className="text-sm text-muted">
            Joined <time dateTime={createdAt}>{longDate(createdAt)}</time>
          </p>
        </div>
        <StateBadges {...seller} />
      </header>
      <div className="flex flex-1 flex-col gap-3 px-4 py-3 sm:px-5">
        <SuspensionNote {...seller} />
        <ModerationNote seller={seller} />
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          <ContactFacts email={email} mobile={mobile} mobileName="Mobile" />
          <Fact name="GST Number">
            <span className="flex flex-wrap items-center">
              {gst}
              <CopyButton value={gst} what="GST number" />
            </span>
            {gstDoubt && (
              <span className="block text-sm font-normal text-amber">
                {gstDoubt}{' '}
                {gstConfirmed ? 'The seller says that both are right.' : 'The seller has not answered.'}
              </span>
            )}
          </Fact>
          <Fact name="Address">
            {address.buildingNo}, {address.street}, {address.landmark}, {address.city}, {address.state} -{' '}
            {address.pinCode}
          </Fact>
        </dl>
        <TeamNote seller={seller} />
        <div
          role="group"
          aria-label={`Bank details of ${companyName}`}
          className="mt-auto rounded-xl bg-dew px-4 py-2.5"
        >
          <h3 className="mb-1 text-sm font-semibold text-forest">Bank Details</h3>
          <dl className="grid gap-x-5 gap-y-2 sm:grid-cols-3">
            <Fact name="Full Name">{bankDetails.fullName}</Fact>
            <Fact name="IFSC Code">{bankDetails.ifsccode}</Fact>
            <Fact name="Account Number">
              {may(admin.bankAccount) ? (
                <AccountNumber sellerId={seller.id} masked={bankDetails.accountNo} />
              ) : (
                bankDetails.accountNo
              )}
            </Fact>
          </dl>
        </div>
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-1.5 sm:px-5">
        <SuspendButton account={seller} name={companyName} kind="seller" />
        {may(admin.allOrders) && (
          <Link
            to={adminPaths.sellerOrders(email)}
            aria-label={`View Orders of ${companyName}`}
            className={buttonClass('ghost', '-mr-3 px-3!')}
          >
            <ClipboardList aria-hidden="true" className="size-4.5" />
            View Orders
          </Link>
        )}
        {seller.secondFactor && <LostFactorButton id={seller.id} name={companyName} />}
        <OwnDataButtons id={seller.id} name={companyName} />
      </footer>
    </Card>
  )
}
