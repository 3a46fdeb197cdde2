import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../contract/endpoints.ts'
import { call } from '../api/client.ts'
import { accountWords } from '../messages/account.ts'
import { failureMessage } from '../messages/failure-message.ts'
import { paths } from '../paths.ts'
import { clearSession } from './session.ts'
import { toast } from '../toast/toast.ts'

/**
 * Ends the session and goes to /login, with the messages of specification §8 (a failed logout says 'Login failed'
 * there). `newDocument` is for the administrator's pages: to them /login is another application.
 */
export function useLogOut({ newDocument = false }: { newDocument?: boolean } = {}) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function logOut(): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await call(api.auth.logout)
      clearSession()
      const words = accountWords.logOut.success
      if (newDocument) {
        toast.successOnNextPage(words)
        location.assign(paths.login())
        return
      }
      toast.success(words)
      await navigate(paths.login())
    } catch (error) {
      toast.error(failureMessage(error, accountWords.logOut))
    } finally {
      setBusy(false)
    }
  }

  return { logOut, busy }
}
