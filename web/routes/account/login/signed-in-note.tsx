import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { useSession } from '../../../session/session.ts'
import { customersPage } from '../page-after-login.ts'

/**
 * The login redirects nobody who is logged in (api-rules §6); it says whose session a login would replace. A seller or an
 * administrator who wanted to shop reads why this form is shown, with a way back. `next` is the page they wanted.
 */
export function SignedInNote({ next }: { next: string | null }) {
  const { status, email, role } = useSession()
  // Its room, before the reply of the server: the form below must not move under the finger.
  if (status === 'unknown') return <div className="hidden min-h-21 signed-in:block" />
  if (status !== 'signed-in') return null
  const cannotShop = role !== 'CUSTOMER' && next !== null && customersPage.test(next)
  return (
    <div className="mb-5 rounded-xl bg-dew px-4 py-3 text-sm">
      {cannotShop ? (
        <>
          <p className="font-semibold">
            You are logged in as {role === 'SELLER' ? 'a seller' : email}. Log in as a buyer to shop.
          </p>
          <WayBack next={next ?? ''} />
        </>
      ) : (
        <p>
          You are logged in as <strong className="font-semibold">{email}</strong>. Log in below to change to
          another account.
        </p>
      )}
    </div>
  )
}

/** To the product whose button was pressed; from the cart and wishlist icons to the home page. */
function WayBack({ next }: { next: string }) {
  const product = next.startsWith('/product/')
  return (
    <Link
      to={product ? next : paths.home}
      className="-mb-2 inline-flex min-h-11 items-center font-medium text-forest underline underline-offset-4"
    >
      {product ? 'Back to the product' : 'Back to the home page'}
    </Link>
  )
}
