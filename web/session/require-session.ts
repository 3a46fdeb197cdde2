/** Loading of pages that belong to one person: the browser calls the API, and whoever may not see them goes to log in. */
import { redirect, replace } from 'react-router'
import { ApiError } from '../api/client.ts'
import { paths } from '../paths.ts'
import { clearSession, hasHint } from './session.ts'

/**
 * For a `clientLoader`: runs its calls; without a session (401) or in another role (403) the person is sent to
 * /login and comes back to this page afterwards.
 */
export async function requireSession<T>(request: Request, load: () => Promise<T>): Promise<T> {
  const { pathname, search } = new URL(request.url)
  // An address that the browser has gone to already is replaced: going back from the log-in would end here again.
  const leave = location.pathname === pathname ? replace : redirect
  const logIn = () => leave(paths.login(pathname + search))
  // A visitor is known without asking.
  if (!hasHint()) throw logIn()
  try {
    return await load()
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
      if (error.status === 401) clearSession()
      throw logIn()
    }
    throw error
  }
}
