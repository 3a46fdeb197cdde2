import { admin } from '../../../contract/admin.ts'
import { ApiError, call } from '../../api/client.ts'
import { useRecentLogin } from '../../forms/confirm-login.tsx'
import { failureMessage, serverMsgOr } from '../../messages/failure-message.ts'
import { useSignedOut } from '../../session/use-signed-out.ts'
import { toast } from '../../toast/toast.ts'

/**
 * For a file that needs a recent login and that the browser itself requests: asks for the password where it is needed, then runs
 * `open`. Shows its own errors.
 */
export function useOpenedFile(failed: string): (open: () => void) => Promise<void> {
  const withRecentLogin = useRecentLogin()
  const signedOut = useSignedOut()
  return async (open) => {
    try {
      const ready = await withRecentLogin(async () => {
        const { confirmedUntil } = await call(admin.me)
        // The same error as that of the file.
        if (!confirmedUntil) throw new ApiError(403, '', { fields: { recentLogin: '' } })
        return true
      })
      if (ready) open()
    } catch (error) {
      if (!signedOut(error)) toast.error(failureMessage(error, serverMsgOr(failed)))
    }
  }
}
