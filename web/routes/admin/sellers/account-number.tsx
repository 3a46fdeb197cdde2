import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { admin } from '../../../../contract/admin.ts'
import { call } from '../../../api.ts'
import { failureWordsAndWait } from '../../../forms/failure-words.ts'
import { useSignedOut } from '../../../signed-out.ts'
import { toast } from '../../../toast.ts'
import { useConfirmed } from '../confirm-login.tsx'
import { CopyButton } from '../copy-button.tsx'

/** The last four digits; the whole number on demand, after a recent login, and each time it is written down. */
export function AccountNumber({ sellerId, masked }: { sellerId: string; masked: string }) {
  const confirmed = useConfirmed()
  const signedOut = useSignedOut()
  const [whole, setWhole] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function show(): Promise<void> {
    setBusy(true)
    try {
      const shown = await confirmed(() => call(admin.bankAccount, { params: { id: sellerId } }))
      if (shown) setWhole(shown.accountNo)
    } catch (error) {
      if (!signedOut(error)) toast.error(failureWordsAndWait(error, 'Failed to show the account number.'))
    } finally {
      setBusy(false)
    }
  }

  const Icon = whole === null ? Eye : EyeOff
  return (
    <span className="-my-2.5 flex items-center">
      <span aria-live="polite" className="min-w-0 break-all tabular-nums">
        {whole ?? masked}
      </span>
      <button
        type="button"
        aria-label={whole === null ? 'Show account number' : 'Hide account number'}
        aria-disabled={busy || undefined}
        onClick={() => {
          if (busy) return
          if (whole === null) void show()
          else setWhole(null)
        }}
        className="ml-1 flex size-11 shrink-0 items-center justify-center rounded-full text-forest hover:bg-mist"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
      {whole !== null && <CopyButton value={whole} what="account number" />}
    </span>
  )
}
