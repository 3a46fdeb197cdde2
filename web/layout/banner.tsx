import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'

/** The green bar at the top with the shop's tagline; on phones it also has the link to the registration of sellers. */
export function Banner() {
  const seller = useSession().role === 'SELLER'
  return (
    <div className="bg-forest-deep text-white">
      <div className="page-width flex min-h-11 items-center justify-between gap-4 text-sm sm:min-h-10 sm:justify-center">
        <p className="font-medium">The Green Choice of India!</p>
        <Link
          to={seller ? paths.sellerDashboard : paths.registerSeller}
          className="flex min-h-11 min-w-20 items-center justify-end font-semibold whitespace-nowrap underline underline-offset-4 sm:hidden"
        >
          {seller ? 'Dashboard' : 'Be a Seller'}
        </Link>
      </div>
    </div>
  )
}
