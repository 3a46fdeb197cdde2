/** For calls outside of loaders: sends a person without a session to the login, which leads back to this page. */
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '../api/client.ts'
import { paths } from '../paths.ts'
import { clearSession } from './session.ts'

/** Returns a function that handles 401 (no session) and 403 (another role) and returns true if it did. */
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
