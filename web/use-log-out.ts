import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../contract/endpoints.ts'
import { call } from './api.ts'
import { failureWords } from './forms/failure-words.ts'
import { paths } from './paths.ts'
import { clearSession } from './session.ts'
import { toast } from './toast.ts'

/** Ends the session and goes to /login, with the words of specification §8 (a failed logout says 'Login failed' there). */
export function useLogOut() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function logOut(): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await call(api.auth.logout)
      clearSession()
      toast.success('Logged out Successfully!')
      await navigate(paths.login())
    } catch (error) {
      toast.error(failureWords(error, 'Login failed'))
    } finally {
      setBusy(false)
    }
  }

  return { logOut, busy }
}
