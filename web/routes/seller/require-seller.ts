/** Loaders of the seller's pages (specification §6; api-rules §2). */
import { ApiError } from '../../api/client.ts'
import { requireSession } from '../../session/require-session.ts'
import { knownSession } from '../../session/session.ts'

/** For a `clientLoader`: runs its calls for a seller; anybody else is sent to /login, which then leads back here. */
export function requireSeller<T>(request: Request, load: () => Promise<T>): Promise<T> {
  return requireSession(request, async () => {
    const { role } = await knownSession()
    // Some calls accept buyers, too, so the role is checked first. Null means that the role is not known; then the
    // calls decide.
    if (role !== null && role !== 'SELLER') throw new ApiError(403, '')
    return load()
  })
}
