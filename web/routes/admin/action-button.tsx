import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { failureMessage, serverMsgOr } from '../../messages/failure-message.ts'
import { useSignedOut } from '../../session/use-signed-out.ts'
import { toast } from '../../toast/toast.ts'
import { Button, type ButtonLook } from '../../ui/button.tsx'

interface Props {
  label: string
  /** For screen readers, where several buttons have the same label. */
  name?: string
  busyLabel: string
  /** Makes the call and returns the server's message; nothing where the person gave up entering the password. */
  action: () => Promise<{ msg: string } | undefined>
  failed: string
  look?: ButtonLook
  /** Nothing can be done: the page says why. */
  disabled?: boolean
}

/** A button that makes one call, shows its result as a toast and loads the list again. */
export function ActionButton({
  label,
  name,
  busyLabel,
  action,
  failed,
  look = 'secondary',
  disabled = false,
}: Props) {
  const signedOut = useSignedOut()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  // A button whose row goes takes the focus with it.
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true })
    },
    [],
  )

  async function press(): Promise<void> {
    setBusy(true)
    try {
      const done = await action()
      if (done) toast.success(done.msg)
    } catch (error) {
      if (signedOut(error)) return
      toast.error(failureMessage(error, serverMsgOr(failed)))
    }
    await revalidate()
    setBusy(false)
  }

  return (
    <Button
      look={look}
      aria-label={name}
      disabled={disabled}
      busy={busy}
      busyLabel={busyLabel}
      onClick={() => void press()}
      className="px-4 text-sm"
    >
      {label}
    </Button>
  )
}
