import { useEffect, useState } from 'react'
import { Check } from './icons.tsx'
import { Copy } from './more-icons.tsx'

const shownMs = 2_000

interface Props {
  value: string
  what: string
  /** Shows the label beside the icon. */
  labelled?: boolean
}

/** A button that copies a value to the clipboard and shows for a moment that it did, or for longer that it could not. */
export function CopyButton({ value, what, labelled = false }: Props) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready')
  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), state === 'copied' ? shownMs : 2 * shownMs)
    return () => clearTimeout(timer)
  }, [state])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setState('copied')
    } catch {
      setState('refused')
    }
  }

  const copied = state === 'copied'
  const Icon = copied ? Check : Copy
  return (
    <>
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
      <span role="status" className="text-sm text-clay empty:hidden">
        {state === 'refused' &&
          'The browser does not allow copying. Please select the text and copy it yourself.'}
      </span>
    </>
  )
}
