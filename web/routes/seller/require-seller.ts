/** Loading of the seller's pages: like every private page's, and for sellers only (specification §6; api-rules §2). */
import { ApiError } from '../../api/client.ts'
import { requireSession } from '../../session/require-session.ts'
import { knownSession } from '../../session/session.ts'

/** For a `clientLoader`: a visitor and anybody in another role is sent to /login, which then leads back here. */
export function requireSeller<T>(request: Request, load: () => Promise<T>): Promise<T> {
  return requireSession(request, async () => {
    const { role } = await knownSession()
    // Some of the calls answer buyers, too. Null: the server could not say who is there, and the calls find out.
    if (role !== null && role !== 'SELLER') throw new ApiError(403, '')
    return load()
  })
}
