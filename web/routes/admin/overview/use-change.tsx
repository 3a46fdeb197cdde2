/** One change of the categories: its words (specification §8), with the server's reason below where it refuses. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '../../../api/client.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { toast } from '../../../toast/toast.ts'

export function useChange(failed: string) {
  const signedOut = useSignedOut()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)

  /** Answers whether it was done. */
  async function change(call: () => Promise<{ msg: string }>): Promise<boolean> {
    setBusy(true)
    try {
      toast.success((await call()).msg)
      // Not waited for: what is typed next must not be cleared with what was just taken.
      void revalidate()
      return true
    } catch (error) {
      if (!signedOut(error)) toast.error(words(failed, error))
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, change }
}

function words(title: string, error: unknown) {
  const reason = error instanceof ApiError ? error.msg || (error.status === 0 && error.message) : ''
  if (!reason || reason === title) return title
  return (
    <span>
      <strong className="block font-semibold">{title}</strong>
      {reason}
    </span>
  )
}
