/**
 * A modal dialog, made of the browser's <dialog>: it traps and restores the focus and closes with Esc or a press on
 * the backdrop.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { X } from './icons.tsx'

interface Props {
  open: boolean
  title: string
  /** Called when the person closes it; the caller then sets `open` to false. */
  onClose: () => void
  children: ReactNode
  /** False for long forms: a press on the backdrop would lose what was typed. */
  closeOnBackdrop?: boolean
  /** 'screen' fills the screen; the content takes the height that the title leaves. */
  size?: 'form' | 'screen'
}

export function Dialog({ open, title, onClose, children, closeOnBackdrop = true, size = 'form' }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const before = document.activeElement
    if (open && !element.open) {
      const { style, clientWidth } = document.documentElement
      style.setProperty('--gutter', innerWidth > clientWidth ? 'stable' : 'auto')
      element.showModal()
    }
    return () => {
      if (!open) return
      element.close()
      // Chromium restores the focus itself; Safari does not where the dialog is removed at once.
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
      // After a second Esc the browser closes the dialog without a cancel event.
      onClose={(event) => event.currentTarget.isConnected && onClose()}
      // A press on the backdrop has the dialog itself as its target; a press on the content has an element inside.
      onMouseDown={(event) => {
        if (!closeOnBackdrop || event.target !== dialog.current) return
        // Prevents the press from moving the focus, which is about to be restored.
        event.preventDefault()
        onClose()
      }}
      data-size={size}
      className={`bg-surface text-left text-ink ${
        size === 'screen'
          ? 'm-0 h-dvh max-h-none w-full max-w-none'
          : 'm-auto w-[calc(100%-2rem)] max-w-lg rounded-card shadow-lift'
      }`}
    >
      <div className={size === 'screen' ? 'flex h-full flex-col p-3 sm:p-6' : 'p-[min(1.25rem,5vw)] sm:p-7'}>
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
