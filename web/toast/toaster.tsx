/** The toast library in the shop's style; loaded with the first message (toast.ts). */
import { type ReactElement, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import {
  type DefaultToastOptions,
  Toaster as LibraryToaster,
  toast,
  type ToastOptions,
} from 'react-hot-toast'

export { toast }

const look = {
  maxWidth: 350,
  background: 'var(--color-surface)',
  color: 'var(--color-ink)',
  borderRadius: '0.75rem',
  boxShadow: 'var(--shadow-lift)',
}

/** Times of specification §9: blank, error and custom 4000 ms, success 2000 ms, removed from the page after 1000 ms more. */
export const toastOptions: DefaultToastOptions = {
  duration: 4000,
  removeDelay: 1000,
  style: look,
  success: { duration: 2000, iconTheme: { primary: 'var(--color-leaf)', secondary: 'var(--color-surface)' } },
  error: { duration: 4000, iconTheme: { primary: 'var(--color-clay)', secondary: 'var(--color-surface)' } },
  loading: { duration: Infinity },
  custom: { duration: 4000 },
}

/** Screen readers interrupt for it. The library reads this from the message, not from the options of its kind. */
export const showError = (message: string | ReactElement, options: ToastOptions) =>
  toast.error(message, { ...options, ariaProps: { role: 'alert', 'aria-live': 'assertive' } })

/** The library shows a custom message without a plate, role and movement: these are the ones of the other kinds. */
export function showCustom(content: ReactElement, options: { duration?: number; id?: string }): void {
  toast.custom(
    ({ visible, ariaProps }) => (
      <div
        {...ariaProps}
        style={{ ...look, padding: '0.75rem 1rem', opacity: visible ? 1 : 0 }}
        className="transition-opacity"
      >
        {content}
      </div>
    ),
    options,
  )
}

/**
 * On a phone messages stand in the line of the banner and lie on each other like cards, the newest in front: below each
 * other they would cover the cart, the search field and what is being pressed.
 */
export function Toaster() {
  const dialog = useTopDialog()
  const phone = useIsPhone()
  const messages = (
    <LibraryToaster
      position="top-center"
      containerStyle={{ top: phone ? 2 : 16 }}
      gutter={phone ? edgeOfCard - cardHeight : 8}
      containerClassName="max-sm:[&>:nth-child(1)]:z-10001! max-sm:[&>:nth-child(2)]:z-10000!"
      toastOptions={toastOptions}
    />
  )
  return dialog ? createPortal(messages, dialog) : messages
}

/** In pixels: a message of one line, and what is seen of it behind a newer one. */
const cardHeight = 45
const edgeOfCard = 6

function useIsPhone(): boolean {
  const [phone, setPhone] = useState(false)
  useEffect(() => {
    const media = matchMedia('(max-width: 639px)')
    const look = () => setPhone(media.matches)
    look()
    media.addEventListener('change', look)
    return () => media.removeEventListener('change', look)
  }, [])
  return phone
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
