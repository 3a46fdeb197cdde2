import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../../contract/endpoints.ts'
import { call } from '../../api/client.ts'
import { failureMessage, serverMsgOr } from '../../messages/failure-message.ts'
import { useSignedOut } from '../../session/use-signed-out.ts'
import { toast } from '../../toast/toast.ts'
import { Button } from '../../ui/button.tsx'
import { GstDoubt } from './gst-doubt.tsx'

interface Profile {
  gst: string
  gstDoubt: string | null
  gstConfirmed: boolean
}

/** On the profile: asks which of GST number and address is right. Nothing waits for the answer. */
export function GstQuestion({ profile, onEdit }: { profile: Profile; onEdit: () => void }) {
  const { gst, gstDoubt, gstConfirmed } = profile
  const { revalidate } = useRevalidator()
  const signedOut = useSignedOut()
  const [busy, setBusy] = useState(false)
  if (!gstDoubt) return null
  if (gstConfirmed) return <GstDoubt text={`${gstDoubt} You have said that both are right.`} />

  async function confirm(): Promise<void> {
    setBusy(true)
    try {
      toast.success((await call(api.profile.confirmGst, { body: { gst } })).msg)
      await revalidate()
    } catch (error) {
      if (!signedOut(error))
        toast.error(failureMessage(error, serverMsgOr('Your answer could not be saved.')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <GstDoubt text={`${gstDoubt} Which is right?`} />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="secondary" className="px-4 text-sm" busy={busy} onClick={() => void confirm()}>
          Both are right
        </Button>
        <Button look="secondary" className="px-4 text-sm" aria-haspopup="dialog" onClick={onEdit}>
          Correct one of them
        </Button>
      </div>
    </>
  )
}

/** At the registration, below the address. What was typed stays in any case. */
export function GstCheck({
  text,
  checked,
  onChange,
}: {
  text: string | null | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <>
      <GstDoubt text={text ? `${text} Which is right? Correct one of them, or tick the box.` : null} />
      {text && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="size-5 accent-forest"
            checked={checked}
            onChange={(event) => onChange(event.target.checked)}
          />
          Both are right: the business is registered in another state.
        </label>
      )}
    </>
  )
}
