import { failureMessage } from '../api/failure-message.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { toast } from '../toast/toast.ts'

/** For lists that belong to one person: shows why more rows could not be loaded, or goes to the login (401, 403). */
export function useListFailure(): (error: unknown) => void {
  const signedOut = useSignedOut()
  return (error) => {
    if (!signedOut(error)) toast.error(failureMessage(error, 'Something went wrong. Please try again.'))
  }
}
