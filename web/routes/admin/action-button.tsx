import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { failureWords } from '../../api/failure-words.ts'
import { useSignedOut } from '../../session/use-signed-out.ts'
import { toast } from '../../toast/toast.ts'
import { Button } from '../../ui/button.tsx'

interface Props {
  label: string
  busyLabel: string
  /** Makes the call and answers the server's words. */
  action: () => Promise<{ msg: string }>
  failed: string
}

/** One press, one call: says how it went and loads the list again. */
export function ActionButton({ label, busyLabel, action, failed }: Props) {
  const signedOut = useSignedOut()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)

  async function press(): Promise<void> {
    setBusy(true)
    try {
      toast.success((await action()).msg)
    } catch (error) {
      if (signedOut(error)) return
      toast.error(failureWords(error, failed))
    }
    await revalidate()
    setBusy(false)
  }

  return (
    <Button
      look="secondary"
      busy={busy}
      busyLabel={busyLabel}
      onClick={() => void press()}
      className="px-4 text-sm"
    >
      {label}
    </Button>
  )
}
