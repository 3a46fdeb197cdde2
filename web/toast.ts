/** Short messages over the page, with the times of specification §9. The library comes with the first message. */
import type { ReactElement } from 'react'

type Library = typeof import('./toaster.tsx')

let library: Promise<Library> | undefined
let mount: ((toaster: Library['Toaster']) => void) | undefined

function load(): Promise<Library> {
  library ??= import('./toaster.tsx').catch((error: unknown) => {
    library = undefined
    throw error
  })
  return library
}

/** The place where messages appear tells how to put the library's own component there. */
export function mountToaster(put: (toaster: Library['Toaster']) => void): () => void {
  mount = put
  showKept()
  return () => {
    mount = undefined
  }
}

const keptAs = 'toast'

/** What the page before wanted to be said here. */
function showKept(): void {
  const message = sessionStorage.getItem(keptAs)
  if (message === null) return
  sessionStorage.removeItem(keptAs)
  toast.success(message)
}

async function show(send: (toast: Library['toast']) => void): Promise<void> {
  const { toast, Toaster } = await load()
  mount?.(Toaster)
  send(toast)
}

/** `duration` in milliseconds only where the specification wants another than the kind's own. */
interface Options {
  duration?: number
  /** Messages with the same id replace each other. */
  id?: string
}

type Message = string | ReactElement

/** The library takes this from the message itself and not from the settings of its kind. */
const readAtOnce = { role: 'alert', 'aria-live': 'assertive' } as const

export const toast = {
  success: (message: Message, options?: Options) => void show((t) => t.success(message, options)),
  error: (message: Message, options?: Options) =>
    void show((t) => t.error(message, { ...options, ariaProps: readAtOnce })),
  /** Said by the next page, which is loaded afresh. */
  successOnNextPage: (message: string) => sessionStorage.setItem(keptAs, message),
  blank: (message: string, options?: Options) => void show((t) => t(message, options)),
  /** Stays until it is replaced by another message of the same id or dismissed. */
  loading: (message: string, options?: Options) => void show((t) => t.loading(message, options)),
  dismiss: (id?: string) => void show((t) => t.dismiss(id)),
}
