import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../../contract/endpoints.ts'
import { call } from '../../../api.ts'
import { failureWordsAndWait } from '../../../forms/failure-words.ts'
import { useSignedOut } from '../../../signed-out.ts'
import { sellerToast } from '../seller-toast.tsx'

/** The last four digits; the whole number is fetched when its owner asks for it, and forgotten when it is hidden. */
export function AccountNumber({ masked }: { masked: string }) {
  const signedOut = useSignedOut()
  const [whole, setWhole] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function show(): Promise<void> {
    setBusy(true)
    try {
      setWhole((await call(api.profile.bankAccount)).accountNo)
    } catch (error) {
      if (!signedOut(error))
        sellerToast.error(failureWordsAndWait(error, 'Failed to show the account number.'))
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
        className="-mr-2.5 ml-1 flex size-11 shrink-0 items-center justify-center rounded-full text-forest hover:bg-dew"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </span>
  )
}
