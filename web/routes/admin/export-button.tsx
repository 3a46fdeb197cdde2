import { Download } from '../../ui/icons/download.ts'
import { useState } from 'react'
import { admin } from '../../../contract/admin.ts'
import type { ExportList } from '../../../contract/admin-people.ts'
import { ApiError, call } from '../../api/client.ts'
import { useConfirmed } from '../../forms/confirm-login.tsx'
import { failureWords } from '../../api/failure-words.ts'
import { useSignedOut } from '../../session/use-signed-out.ts'
import { toast } from '../../toast/toast.ts'
import { Button } from '../../ui/button.tsx'

interface Props {
  list: ExportList
  /** What the file is narrowed to. */
  query: Record<string, string | undefined>
}

/** Downloads the whole list as a file. The browser takes it straight from the server, however long it is. */
export function ExportButton({ list, query }: Props) {
  const confirmed = useConfirmed()
  const signedOut = useSignedOut()
  const [busy, setBusy] = useState(false)

  async function download(): Promise<void> {
    setBusy(true)
    try {
      const ready = await confirmed(async () => {
        const { confirmedUntil } = await call(admin.me)
        // Said as the call itself would: a download that is refused would show as a broken file.
        if (!confirmedUntil) throw new ApiError(403, '', { fields: { recentLogin: '' } })
        return true
      })
      if (ready) follow(addressOf(list, query))
    } catch (error) {
      if (!signedOut(error)) toast.error(failureWords(error, 'The file could not be made.'))
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
