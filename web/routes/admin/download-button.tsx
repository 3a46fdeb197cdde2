import { useState } from 'react'
import { admin } from '../../../contract/admin.ts'
import { ApiError, call } from '../../api/client.ts'
import { saveFile } from '../../api/save-file.ts'
import { useRecentLogin } from '../../forms/confirm-login.tsx'
import { failureMessage, serverMsgOr } from '../../messages/failure-message.ts'
import { useSignedOut } from '../../session/use-signed-out.ts'
import { toast } from '../../toast/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Download } from '../../ui/more-icons.tsx'

interface Props {
  /** The path of an endpoint that returns a file, with its query. */
  path: string
  label: string
  className?: string
}

/** Downloads a file that needs a recent login. The browser streams it from the server, so its length does not matter. */
export function DownloadButton({ path, label, className = '' }: Props) {
  const withRecentLogin = useRecentLogin()
  const signedOut = useSignedOut()
  const [busy, setBusy] = useState(false)

  async function download(): Promise<void> {
    setBusy(true)
    try {
      const ready = await withRecentLogin(async () => {
        const { confirmedUntil } = await call(admin.me)
        // The same error as the download's; a refused download itself would be saved as a broken file.
        if (!confirmedUntil) throw new ApiError(403, '', { fields: { recentLogin: '' } })
        return true
      })
      if (ready) saveFile(`/api/v1${path}`)
    } catch (error) {
      if (!signedOut(error)) toast.error(failureMessage(error, serverMsgOr('The file could not be made.')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button look="secondary" busy={busy} onClick={() => void download()} className={className}>
      {!busy && <Download aria-hidden="true" className="size-4.5" />}
      {label}
    </Button>
  )
}
