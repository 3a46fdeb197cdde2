import { useState } from 'react'
import { checkAndSaveFile } from '../../api/save-file.ts'
import { failureMessage, serverMsgOr } from '../../messages/failure-message.ts'
import { useSignedOut } from '../../session/use-signed-out.ts'
import { Button } from '../../ui/button.tsx'
import { Download } from '../../ui/more-icons.tsx'
import { sellerToast } from './seller-toast.tsx'

/** Downloads a CSV of the seller; `path` is that of its endpoint. */
export function SaveCsv({ path, label = 'Download CSV' }: { path: string; label?: string }) {
  const signedOut = useSignedOut()
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    setBusy(true)
    try {
      await checkAndSaveFile(`/api/v1${path}`)
    } catch (error) {
      if (!signedOut(error))
        sellerToast.error(failureMessage(error, serverMsgOr('The file could not be made.')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button look="secondary" busy={busy} onClick={() => void save()}>
      {!busy && <Download aria-hidden="true" className="size-5" />}
      {label}
    </Button>
  )
}
