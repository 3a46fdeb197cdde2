import { type ReactNode, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { CustomerProfile } from '../../../../contract/profile.ts'
import { TryAgain } from '../../../layout/try-again.tsx'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/card.tsx'
import { firstLetter } from '../../../ui/first-letter.ts'
import { ChevronRight, Heart, PackageOpen, ShoppingCart } from '../../../ui/icons.tsx'
import { ShieldCheck } from '../../../ui/home-icons.tsx'
import { LockKeyhole, LogOut, MapPin, Pencil } from '../../../ui/more-icons.tsx'
import { AddressesDialog } from './addresses-dialog.tsx'
import { SecurityDialog } from '../../../security/security-dialog.tsx'
import { EditProfileDialog } from './edit-profile-dialog.tsx'
import type { Panel } from './side-panel.tsx'
import { useLogOut } from '../../../session/use-log-out.ts'

/** dd/mm/yy (specification §9). */
const shortDate = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: '2-digit',
  year: '2-digit',
  timeZone: 'Asia/Kolkata',
})

interface Props {
  /** Null where it could not be loaded. */
  profile: CustomerProfile | null
  /** What the side panel shows; null on a narrow screen, where the buttons lead to pages instead. */
  panel: Panel | null
}

export function ProfileCard({ profile, panel }: Props) {
  const [editing, setEditing] = useState(false)
  const [security, setSecurity] = useState(false)
  const [addresses, setAddresses] = useState(false)
  const { logOut, busy } = useLogOut()
  const { revalidate } = useRevalidator()
  const to = (name: Panel, page: string) => (panel ? `${paths.profile}?show=${name}` : page)
  function closeAddresses(): void {
    setAddresses(false)
    // The cart in the panel shows the delivery address, which may have changed.
    if (panel === 'cart') void revalidate()
  }
  const here = (name: Panel) => (panel === name ? ('true' as const) : undefined)
  return (
    <Card className="overflow-hidden lg:sticky lg:top-6">
      {profile ? (
        <Person profile={profile} />
      ) : (
        <div className="flex flex-col items-center gap-4 bg-dew px-5 py-8 text-center text-muted">
          <p>We could not reach the shop just now.</p>
          <TryAgain />
        </div>
      )}
      <nav aria-label="Your account" className="border-t border-line p-2">
        <Link
          to={to('orders', paths.myOrders)}
          aria-current={here('orders')}
          preventScrollReset={panel !== null}
          className={entry}
        >
          <Entry icon={<PackageOpen />} text="Orders" leads />
        </Link>
        <Link
          to={to('wishlist', paths.wishlist)}
          aria-current={here('wishlist')}
          preventScrollReset={panel !== null}
          className={entry}
        >
          <Entry icon={<Heart />} text="Wishlist" leads />
        </Link>
        <button
          type="button"
          aria-haspopup="dialog"
          disabled={!profile}
          onClick={() => setEditing(true)}
          className={entry}
        >
          <Entry icon={<Pencil />} text="Edit Profile" />
        </button>
        <Link
          to={to('cart', paths.cart)}
          aria-current={here('cart')}
          preventScrollReset={panel !== null}
          className={entry}
        >
          <Entry icon={<ShoppingCart />} text="Cart" leads />
        </Link>
        <button type="button" aria-haspopup="dialog" onClick={() => setAddresses(true)} className={entry}>
          <Entry icon={<MapPin />} text="Addresses" />
        </button>
        <button type="button" aria-haspopup="dialog" onClick={() => setSecurity(true)} className={entry}>
          <Entry icon={<LockKeyhole />} text="Password and Devices" />
        </button>
        <Link to={paths.yourData} className={entry}>
          <Entry icon={<ShieldCheck />} text="Your Data" leads />
        </Link>
        <button
          type="button"
          aria-disabled={busy || undefined}
          onClick={() => void logOut()}
          className={`${entry} text-clay!`}
        >
          <Entry icon={<LogOut />} text={busy ? 'Logging out...' : 'Logout'} />
        </button>
      </nav>
      {profile && editing && <EditProfileDialog profile={profile} onClose={() => setEditing(false)} />}
      {security && <SecurityDialog onClose={() => setSecurity(false)} />}
      {addresses && <AddressesDialog onClose={closeAddresses} />}
    </Card>
  )
}

const entry =
  'flex min-h-12 w-full items-center gap-3.5 rounded-xl px-3 text-left font-medium text-ink hover:bg-dew aria-current:bg-leaf-soft aria-current:text-forest disabled:text-muted'

function Entry({ icon, text, leads = false }: { icon: ReactNode; text: string; leads?: boolean }) {
  return (
    <>
      <span aria-hidden="true" className="[&_svg]:size-5">
        {icon}
      </span>
      <span className="flex-1">{text}</span>
      {leads && <ChevronRight aria-hidden="true" className="size-4.5 text-muted" />}
    </>
  )
}

function Person({ profile }: { profile: CustomerProfile }) {
  const { firstName, lastName, email, mobile, createdAt } = profile
  const initials = [firstName, lastName].map(firstLetter).join('').toUpperCase()
  return (
    <div className="flex items-center gap-4 bg-dew p-5">
      <span
        aria-hidden="true"
        className="flex size-16 shrink-0 items-center justify-center rounded-full bg-forest text-xl font-bold text-white"
      >
        {initials}
      </span>
      <div className="min-w-0 wrap-anywhere">
        <p className="text-xl font-semibold">
          <bdi>
            {firstName} {lastName}
          </bdi>
        </p>
        <dl className="mt-1 flex flex-col gap-0.5 text-sm text-muted">
          <Fact name="E-mail">{email}</Fact>
          <Fact name="Mobile">{mobile}</Fact>
          <div className="[&_*]:inline">
            <dt>Joined </dt>
            <dd>
              <time dateTime={createdAt}>{shortDate.format(new Date(createdAt))}</time>
            </dd>
          </div>
        </dl>
      </div>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="sr-only">{name}: </dt>
      <dd>{children}</dd>
    </div>
  )
}
