import type { ListPage } from '../api/client.ts'
import { failureMessage, serverMsgOr } from '../messages/failure-message.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { toast } from '../toast/toast.ts'
import { useMore } from './use-more.ts'

const words = serverMsgOr('Something went wrong. Please try again.')

/** `useMore` for lists that belong to one person: a failure shows its reason, or leads to the login (401, 403). */
export function useOwnList<T>(
  first: ListPage<T>,
  load: (cursor: string) => Promise<ListPage<T>>,
  idOf?: (row: T) => string,
) {
  const signedOut = useSignedOut()
  const onFailed = (error: unknown) => {
    if (!signedOut(error)) toast.error(failureMessage(error, words))
  }
  return useMore(first, load, { onFailed, ...(idOf && { idOf }) })
}
