/** Loaders of the seller's pages (specification §6; api-rules §2). */
import { redirect } from 'react-router'
import { ApiError } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { requireSession } from '../../session/require-session.ts'
import { knownSession } from '../../session/session.ts'
import { sellerToast } from './seller-toast.tsx'

/** For a `clientLoader`: runs its calls for a seller; anybody else is sent to /login, which then leads back here. */
export function requireSeller<T>(request: Request, load: () => Promise<T>): Promise<T> {
  return requireSession(request, async () => {
    const { role } = await knownSession()
    // Some calls accept buyers, too, so the role is checked first. Null means that the role is not known; then the
    // calls decide.
    if (role !== null && role !== 'SELLER') throw new ApiError(403, '')
    return load().catch((error: unknown) => refuseArea(request, error))
  })
}

/** A member of the shop's team who has not got the area goes to the dashboard, which shows what they may do. */
function refuseArea({ url }: Request, error: unknown): never {
  const isRefused = error instanceof ApiError && error.fields.area !== undefined
  if (!isRefused || new URL(url).pathname === paths.sellerDashboard) throw error
  sellerToast.error('You may not open this page.', 'The owner of your shop decides who may do what.', 'area')
  throw redirect(paths.sellerDashboard)
}
