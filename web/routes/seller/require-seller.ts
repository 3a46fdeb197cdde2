/** Loaders of the seller's pages (specification §6; api-rules §2). */
import { redirect } from 'react-router'
import type { Area } from '../../../contract/endpoint.ts'
import { ApiError } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { requireSession } from '../../session/require-session.ts'
import { knownSession, refreshSession } from '../../session/session.ts'
import { mayDo } from './may-do.ts'
import { sellerToast } from './seller-toast.tsx'

/**
 * For a `clientLoader`: runs its calls for a seller; anybody else is sent to /login, which then leads back here. `area`: of a page
 * whose calls are open to more members of a team than its form, so that nobody fills in what they may not send.
 */
export function requireSeller<T>(request: Request, load: () => Promise<T>, area?: Area): Promise<T> {
  return requireSession(request, async () => {
    const session = await knownSession()
    const { role } = session
    // Some calls accept buyers, too, so the role is checked first. Null means that the role is not known; then the
    // calls decide.
    if (role !== null && role !== 'SELLER') throw new ApiError(403, '')
    if (area && !mayDo(session, area)) throw leavePage()
    return load().catch(async (error: unknown) => {
      if (!isArea(error)) throw error
      // What the person may do was changed since this tab asked.
      await refreshSession()
      if (new URL(request.url).pathname === paths.sellerDashboard) return load()
      throw leavePage()
    })
  })
}

const isArea = (error: unknown) => error instanceof ApiError && error.fields.area !== undefined

/** A member of the shop's team who has not got the area goes to the dashboard, which shows what they may do. */
function leavePage(): Response {
  sellerToast.error('You may not open this page.', 'The owner of your shop decides who may do what.', 'area')
  return redirect(paths.sellerDashboard)
}
