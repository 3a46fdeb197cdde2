/** The toast library in the shop's style; loaded with the first message (toast.ts). */
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster as LibraryToaster, toast } from 'react-hot-toast'

export { toast }

const look = {
  maxWidth: 350,
  color: 'var(--color-ink)',
  borderRadius: '0.75rem',
  boxShadow: 'var(--shadow-lift)',
}

/** Times of specification §9: blank, error and custom 4000 ms, success 2000 ms, removed from the page after 1000 ms more. */
export function Toaster() {
  const dialog = useTopDialog()
  const messages = (
    <LibraryToaster
      position="top-center"
      containerStyle={{ top: 16 }}
      toastOptions={{
        duration: 4000,
        removeDelay: 1000,
        style: look,
        success: { duration: 2000, iconTheme: { primary: 'var(--color-leaf)', secondary: '#fff' } },
        error: { duration: 4000, iconTheme: { primary: 'var(--color-clay)', secondary: '#fff' } },
        loading: { duration: Infinity },
      }}
    />
  )
  return dialog ? createPortal(messages, dialog) : messages
}

/**
 * The topmost modal dialog, or null. Toasts are rendered inside it, because everything outside of a modal dialog is dimmed
 * and hidden from screen readers.
 */
function useTopDialog(): Element | null {
  const [dialog, setDialog] = useState<Element | null>(null)
  useEffect(() => {
    const look = () => setDialog([...document.querySelectorAll('dialog:modal')].at(-1) ?? null)
    look()
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [])
  return dialog
}
