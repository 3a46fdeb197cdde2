import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../contract/endpoints.ts'
import { call } from '../api/client.ts'
import { failureWords } from '../api/failure-words.ts'
import { paths } from '../paths.ts'
import { clearSession } from './session.ts'
import { toast } from '../toast/toast.ts'

/**
 * Ends the session and goes to /login, with the words of specification §8 (a failed logout says 'Login failed' there).
 * `afresh` for pages that are no part of the shop's scripts: /login is another document to them.
 */
export function useLogOut({ afresh = false }: { afresh?: boolean } = {}) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function logOut(): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await call(api.auth.logout)
      clearSession()
      const words = 'Logged out Successfully!'
      if (afresh) {
        toast.successOnNextPage(words)
        location.assign(paths.login())
        return
      }
      toast.success(words)
      await navigate(paths.login())
    } catch (error) {
      toast.error(failureWords(error, 'Login failed'))
    } finally {
      setBusy(false)
    }
  }

  return { logOut, busy }
}
