import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { failureMessage, serverMsgOr } from '../messages/failure-message.ts'
import { useSignedOut } from '../session/use-signed-out.ts'
import { toast } from '../toast/toast.ts'
import { Button, type ButtonLook } from '../ui/button.tsx'

interface Props {
  label: string
  look?: ButtonLook
  className?: string
  /** Makes the call and returns the server's message. */
  action: () => Promise<{ msg: string }>
}

/** A button of a return: makes one call, shows its result as a toast and loads the list again. */
export function ReturnButton({ label, look = 'secondary', className = 'px-4 text-sm', action }: Props) {
  const signedOut = useSignedOut()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)

  async function press(): Promise<void> {
    setBusy(true)
    try {
      toast.success((await action()).msg)
    } catch (error) {
      if (signedOut(error)) return
      toast.error(failureMessage(error, serverMsgOr('Something went wrong. Please try again.')))
    }
    // Also after a refusal: then the return is in another state than the one that is shown.
    await revalidate()
    setBusy(false)
  }

  return (
    <Button
      look={look}
      busy={busy}
      busyLabel="Please wait..."
      onClick={() => void press()}
      className={className}
    >
      {label}
    </Button>
  )
}
