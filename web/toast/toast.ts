/** Short messages over the page, with the times of specification §9. The library is loaded with the first message. */
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

/** Called by the toast area once it is there: `put` renders the library's component in it. */
export function mountToaster(put: (toaster: Library['Toaster']) => void): () => void {
  mount = put
  showStored()
  return () => {
    mount = undefined
  }
}

const storageKey = 'toast'

/** Shows the message that the page before left for this one (`successOnNextPage`). */
function showStored(): void {
  const message = sessionStorage.getItem(storageKey)
  if (message === null) return
  sessionStorage.removeItem(storageKey)
  toast.success(message)
}

async function show(send: (toast: Library['toast']) => void): Promise<void> {
  const { toast, Toaster } = await load()
  mount?.(Toaster)
  send(toast)
}

interface Options {
  /** Milliseconds, where the specification wants another time than that of the message's kind. */
  duration?: number
  /** Messages with the same id replace each other. */
  id?: string
}

type Message = string | ReactElement

/** For pages with one message at a time: ten presses of plus show one message, and a new one replaces what it settles. */
export const onlyMessage: Options = { id: 'only' }

/** Screen readers interrupt for it. The library reads this from the message, not from the options of its kind. */
const assertive = { role: 'alert', 'aria-live': 'assertive' } as const

export const toast = {
  success: (message: Message, options?: Options) => void show((t) => t.success(message, options)),
  error: (message: Message, options?: Options) =>
    void show((t) => t.error(message, { ...options, ariaProps: assertive })),
  /** Stores the message for the next page, for use before a load of a new document. */
  successOnNextPage: (message: string) => sessionStorage.setItem(storageKey, message),
  blank: (message: string, options?: Options) => void show((t) => t(message, options)),
  /** Stays until another message with the same id replaces it or it is dismissed. */
  loading: (message: string, options?: Options) => void show((t) => t.loading(message, options)),
  dismiss: (id?: string) => void show((t) => t.dismiss(id)),
}
