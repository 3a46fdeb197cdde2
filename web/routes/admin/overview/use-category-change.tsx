/** A change of the categories with its messages (specification §8); a reason of the server is shown below them. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '../../../api/client.ts'
import type { ActionWords } from '../../../messages/failure-message.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { toast } from '../../../toast/toast.ts'

export function useCategoryChange(words: ActionWords & { success: string }) {
  const signedOut = useSignedOut()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)

  /** Returns whether the change succeeded. */
  async function change(call: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    try {
      await call()
      toast.success(words.success)
      // Not awaited, because the form is reset afterwards and would lose what is typed meanwhile.
      void revalidate()
      return true
    } catch (error) {
      if (!signedOut(error)) toast.error(reasoned(words.failure, error))
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, change }
}

function reasoned(title: string, error: unknown) {
  const reason = error instanceof ApiError ? error.msg : ''
  if (!reason || reason === title) return title
  return (
    <span>
      <strong className="block font-semibold">{title}</strong>
      {reason}
    </span>
  )
}
