import { useState } from 'react'
import { saveFile } from '../../api/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Download } from '../../ui/more-icons.tsx'
import { useOpenedFile } from './use-opened-file.ts'

interface Props {
  /** The path of an endpoint that returns a file, with its query. */
  path: string
  label: string
  className?: string
}

/** Downloads a file that needs a recent login. The browser streams it from the server, so its length does not matter. */
export function DownloadButton({ path, label, className = '' }: Props) {
  const open = useOpenedFile('The file could not be made.')
  const [busy, setBusy] = useState(false)

  async function download(): Promise<void> {
    setBusy(true)
    // A refused download itself would be saved as a broken file.
    await open(() => saveFile(`/api/v1${path}`))
    setBusy(false)
  }

  return (
    <Button look="secondary" busy={busy} onClick={() => void download()} className={className}>
      {!busy && <Download aria-hidden="true" className="size-4.5" />}
      {label}
    </Button>
  )
}
