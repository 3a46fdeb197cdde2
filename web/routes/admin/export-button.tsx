import { Download } from '../../ui/icons/download.ts'
import { useState } from 'react'
import { admin } from '../../../contract/admin.ts'
import type { ExportList } from '../../../contract/admin-people.ts'
import { ApiError, call } from '../../api/client.ts'
import { useRecentLogin } from '../../forms/confirm-login.tsx'
import { failureMessage, serverMsgOr } from '../../messages/failure-message.ts'
import { useSignedOut } from '../../session/use-signed-out.ts'
import { toast } from '../../toast/toast.ts'
import { Button } from '../../ui/button.tsx'

interface Props {
  list: ExportList
  /** The filters of the list, which also hold for the file. */
  query: Record<string, string | undefined>
}

/** Downloads the whole list as a CSV file. The browser streams it from the server, so its length does not matter. */
export function ExportButton({ list, query }: Props) {
  const withRecentLogin = useRecentLogin()
  const signedOut = useSignedOut()
  const [busy, setBusy] = useState(false)

  async function download(): Promise<void> {
    setBusy(true)
    try {
      const ready = await withRecentLogin(async () => {
        const { confirmedUntil } = await call(admin.me)
        // The same error that the download would answer; a refused download itself would be saved as a broken file.
        if (!confirmedUntil) throw new ApiError(403, '', { fields: { recentLogin: '' } })
        return true
      })
      if (ready) follow(addressOf(list, query))
    } catch (error) {
      if (!signedOut(error)) toast.error(failureMessage(error, serverMsgOr('The file could not be made.')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      look="secondary"
      busy={busy}
      onClick={() => void download()}
      className="max-sm:px-4 max-sm:text-sm"
    >
      {!busy && <Download aria-hidden="true" className="size-4.5" />}
      Download CSV
    </Button>
  )
}

function addressOf(list: ExportList, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(given).toString()
  return `/api/v1${admin.exportCsv.path.replace('{list}', list)}${search && `?${search}`}`
}

function follow(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
