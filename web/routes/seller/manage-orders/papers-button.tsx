/** Saves labels and packing slips of the chosen parcels, or the courier's manifest of them, as one PDF. */
import { useState } from 'react'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { DispatchShipment } from '../../../../contract/dispatch.ts'
import { limits } from '../../../../contract/limits.ts'
import { readAndSaveFile } from '../../../api/save-file.ts'
import { failureMessageAndWait } from '../../../messages/failure-message.ts'
import { sellingWords } from '../../../messages/selling.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { Button } from '../../../ui/button.tsx'
import { Printer } from '../../../ui/more-icons.tsx'
import { sellerToast } from '../seller-toast.tsx'

interface Props {
  chosen: readonly DispatchShipment[]
  kind: 'labels' | 'manifest'
}

export function PapersButton({ chosen, kind }: Props) {
  const [busy, setBusy] = useState(false)
  const signedOut = useSignedOut()
  const isReady =
    chosen.length > 0 && chosen.length <= limits.dispatchMax && chosen.every(({ hasLabel }) => hasLabel)

  async function save(): Promise<void> {
    setBusy(true)
    const { path } = kind === 'labels' ? privateApi.dispatch.papers : privateApi.dispatch.manifest
    const ids = chosen.map(({ id }) => id).join(',')
    try {
      await readAndSaveFile(`/api/v1${path}?ids=${ids}`, `${kind}.pdf`)
    } catch (error) {
      if (!signedOut(error))
        sellerToast.error('No papers', failureMessageAndWait(error, sellingWords.openPapers))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      look="secondary"
      className="px-3! py-1! sm:px-4!"
      disabled={!isReady}
      busy={busy}
      busyLabel="Fetching..."
      onClick={() => void save()}
    >
      {!busy && <Printer aria-hidden="true" className="size-4.5 max-sm:hidden" />}
      {kind === 'labels' ? (
        <span>
          Labels<span className="max-sm:sr-only"> and packing slips</span>
        </span>
      ) : (
        'Manifest'
      )}
    </Button>
  )
}
