/** For calls made outside a loader: whoever lost the session goes to log in and comes back to this page. */
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '../api/client.ts'
import { paths } from '../paths.ts'
import { clearSession } from './session.ts'

/** Answers a function that is true for a failure it has dealt with: not signed in (401) or in another role (403). */
export function useSignedOut(): (error: unknown) => boolean {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return useCallback(
    (error) => {
      if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) return false
      if (error.status === 401) clearSession()
      void navigate(paths.login(pathname + search))
      return true
    },
    [navigate, pathname, search],
  )
}
