/** Opens a label in a tab of its own, or says on this page why there is none: a tab with an error helps nobody. */
import type { MouseEvent } from 'react'
import { failureWords } from '../../../api/failure-words.ts'
import { checkFile } from '../../../api/client.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { sellerToast } from '../seller-toast.tsx'

export function useLabel() {
  const signedOut = useSignedOut()

  async function open(url: string, tab: Window | null): Promise<void> {
    try {
      await checkFile(url)
      if (tab) tab.location.replace(url)
      else location.assign(url)
    } catch (error) {
      tab?.close()
      if (!signedOut(error))
        sellerToast.error(failureWords(error, 'The label cannot be fetched right now. Please try again.'))
    }
  }

  return (event: MouseEvent<HTMLAnchorElement>, url: string): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // Only at the press itself do browsers let a tab be opened.
    void open(url, window.open('', '_blank'))
  }
}
