import { Check } from '../../ui/icons/check.ts'
import { Copy } from '../../ui/icons/copy.ts'
import { useEffect, useState } from 'react'
import { toast } from '../../toast/toast.ts'

const shownMs = 2_000

/** A button that copies a value to the clipboard and shows for a moment that it did. */
interface Props {
  value: string
  what: string
  /** Shows the label beside the icon. */
  labelled?: boolean
}

export function CopyButton({ value, what, labelled = false }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      toast.error('The browser does not allow copying. Please select the text and copy it yourself.')
    }
  }

  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
      title={copied ? 'Copied' : `Copy ${what}`}
      onClick={() => void copy()}
      className={`-my-2.5 inline-flex h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-full align-middle text-muted hover:bg-dew hover:text-forest ${labelled ? '-ml-3 px-3 text-sm' : ''}`}
    >
      <Icon aria-hidden="true" className="size-4" />
      {labelled && (copied ? 'Copied' : `Copy ${what}`)}
    </button>
  )
}
