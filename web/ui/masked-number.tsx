import { type ReactNode, useState } from 'react'
import { Eye, EyeOff } from './more-icons.tsx'

interface Props {
  masked: string
  /** Fetches the whole number and shows its own errors; null where it failed. */
  reveal: () => Promise<string | null>
  /** Rendered beside the whole number. */
  beside?: (whole: string) => ReactNode
}

/** A masked account number. The whole one is fetched on demand and dropped when it is hidden again. */
export function MaskedNumber({ masked, reveal, beside }: Props) {
  const [whole, setWhole] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function toggle(): Promise<void> {
    if (busy) return
    if (whole !== null) return setWhole(null)
    setBusy(true)
    setWhole(await reveal().finally(() => setBusy(false)))
  }

  const Icon = whole === null ? Eye : EyeOff
  return (
    <span className="-my-2.5 flex items-center">
      <span aria-live="polite" className="min-w-0 break-all tabular-nums">
        {whole ?? masked}
      </span>
      <button
        type="button"
        aria-label={`${whole === null ? 'Show' : 'Hide'} account number`}
        aria-disabled={busy || undefined}
        onClick={() => void toggle()}
        className={`${whole !== null && beside ? '' : '-mr-2.5'} ml-1 flex size-11 shrink-0 items-center justify-center rounded-full text-forest hover:bg-mist`}
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
      {whole !== null && beside?.(whole)}
    </span>
  )
}
