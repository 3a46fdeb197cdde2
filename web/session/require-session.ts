/** Loaders of pages that need a session: the browser calls the API, and anybody without access goes to the login. */
import { redirect, replace } from 'react-router'
import { ApiError } from '../api/client.ts'
import { paths } from '../paths.ts'
import { clearSession, hasSessionHint } from './session.ts'

/**
 * For a `clientLoader`: runs its calls. Without a session (401) or with another role (403) the person is sent to
 * /login, which leads back to this page.
 */
export async function requireSession<T>(request: Request, load: () => Promise<T>): Promise<T> {
  const { pathname, search } = new URL(request.url)
  // On the first load the address is already in the history: it is replaced, because going back from the login would
  // return here.
  const leave = location.pathname === pathname ? replace : redirect
  const logIn = () => leave(paths.login(pathname + search))
  // Without the hint cookie there is no session, and no call is needed.
  if (!hasSessionHint()) throw logIn()
  try {
    return await load()
  } catch (error) {
    // A member of a shop's team, for what is its owner's: the dashboard shows what they may do.
    if (error instanceof ApiError && error.fields.area !== undefined && pathname !== paths.sellerDashboard)
      throw leave(paths.sellerDashboard)
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
      if (error.status === 401) clearSession()
      throw logIn()
    }
    throw error
  }
}
