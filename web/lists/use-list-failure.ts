import { failureMessage, serverMsgOr } from '../messages/failure-message.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { toast } from '../toast/toast.ts'

const words = serverMsgOr('Something went wrong. Please try again.')

/** For lists that belong to one person: shows why more rows could not be loaded, or goes to the login (401, 403). */
export function useListFailure(): (error: unknown) => void {
  const signedOut = useSignedOut()
  return (error) => {
    if (!signedOut(error)) toast.error(failureMessage(error, words))
  }
}
