/** The toast library with our look; loaded with the first message (toast.ts). */
import { Toaster as LibraryToaster, toast } from 'react-hot-toast'

export { toast }

const look = { maxWidth: 350, color: 'var(--color-ink)', borderRadius: '0.75rem', boxShadow: 'var(--shadow-lift)' }

/** Times of the specification: blank, error and custom 4000 ms, success 2000 ms, removal after 1000 ms, at most 20 at once. */
export function Toaster() {
  return (
    <LibraryToaster
      position="top-center"
      containerStyle={{ top: 16 }}
      toastOptions={{
        duration: 4000,
        removeDelay: 1000,
        style: look,
        success: { duration: 2000, iconTheme: { primary: 'var(--color-leaf)', secondary: '#fff' } },
        error: {
          duration: 4000,
          iconTheme: { primary: 'var(--color-clay)', secondary: '#fff' },
          ariaProps: { role: 'alert', 'aria-live': 'assertive' },
        },
        loading: { duration: Infinity },
      }}
    />
  )
}
