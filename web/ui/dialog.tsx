/** A modal on the browser's own <dialog>: focus is kept inside and given back, Esc and the backdrop close it. */
import { X } from './icons/x.ts'
import { type ReactNode, useEffect, useId, useRef } from 'react'

interface Props {
  open: boolean
  title: string
  /** Called when the person closes it; the caller then sets `open` to false. */
  onClose: () => void
  children: ReactNode
  /** Closing by the backdrop loses what was typed in a long form: such dialogs switch it off. */
  closeOnBackdrop?: boolean
  /** 'screen' fills it; its content then takes what the title leaves. */
  size?: 'form' | 'screen'
}

export function Dialog({ open, title, onClose, children, closeOnBackdrop = true, size = 'form' }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const before = document.activeElement
    if (open && !element.open) element.showModal()
    return () => {
      if (!open) return
      element.close()
      // Chromium gives focus back by itself; Safari does not when the dialog leaves the page at once.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [open])

  if (!open) return null
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Pressed twice, Esc closes the dialog without asking.
      onClose={(event) => event.currentTarget.isConnected && onClose()}
      // A press on the backdrop has the dialog itself as its target; its content lies in the box inside.
      onMouseDown={(event) => {
        if (!closeOnBackdrop || event.target !== dialog.current) return
        // The press itself would take the focus away from where it is given back to.
        event.preventDefault()
        onClose()
      }}
      data-size={size}
      className={`bg-white text-left text-ink ${
        size === 'screen'
          ? 'm-0 h-dvh max-h-none w-full max-w-none'
          : 'm-auto w-[calc(100%-2rem)] max-w-lg rounded-card shadow-lift'
      }`}
    >
      <div className={size === 'screen' ? 'flex h-full flex-col p-3 sm:p-6' : 'p-5 sm:p-7'}>
        <div className={`flex items-start justify-between gap-4 ${size === 'screen' ? 'mb-2' : 'mb-4'}`}>
          <h2
            id={heading}
            className={`min-w-0 pt-1.5 font-semibold ${size === 'screen' ? 'truncate text-base sm:text-xl' : 'text-xl'}`}
          >
            {title}
          </h2>
          <button
            type="button"
            onClick={onClose}
            aria-label="Close"
            className="-mt-1 -mr-2 flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-dew hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
