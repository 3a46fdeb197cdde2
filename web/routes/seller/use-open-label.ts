/** Opens a label in a new tab. It is requested first, so that a failure is shown on this page and not in the tab. */
import type { MouseEvent } from 'react'
import { failureMessage } from '../../messages/failure-message.ts'
import { checkFile } from '../../api/client.ts'
import { useSignedOut } from '../../session/use-signed-out.ts'
import { sellingWords } from '../../messages/selling.ts'
import { sellerToast } from './seller-toast.tsx'

export function useOpenLabel() {
  const signedOut = useSignedOut()

  async function open(url: string, tab: Window | null): Promise<void> {
    try {
      await checkFile(url)
      if (tab) tab.location.replace(url)
      else location.assign(url)
    } catch (error) {
      tab?.close()
      if (!signedOut(error)) sellerToast.error(failureMessage(error, sellingWords.openLabel))
    }
  }

  return (event: MouseEvent<HTMLAnchorElement>, url: string): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // Browsers allow opening a tab only in the handler of the press, so it is opened before the request.
    void open(url, window.open('', '_blank'))
  }
}
