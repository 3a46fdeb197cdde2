/**
 * Short messages over the page, with the times of specification §9. The library is loaded with the first message; where it cannot
 * be loaded, a message stands alone.
 */
import type { ComponentType, ReactElement } from 'react'
import { isSellerArea } from '../paths.ts'
import { plainToast } from './plain-toast.tsx'

type Library = typeof import('./toaster.tsx')

let library: Promise<Library> | undefined
let mount: ((messages: ComponentType) => void) | undefined

function load(): Promise<Library> {
  library ??= import('./toaster.tsx').catch((error: unknown) => {
    library = undefined
    throw error
  })
  return library
}

/** Called by the toast area once it is there: `put` renders the messages in it. */
export function mountToaster(put: (messages: ComponentType) => void): () => void {
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

async function show(send: (library: Library) => void, message?: Message): Promise<void> {
  try {
    const library = await load()
    mount?.(library.Toaster)
    send(library)
  } catch {
    if (message) mount?.(plainToast(message))
  }
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

/** In the seller's area every message stays as long (specification §9); elsewhere its kind decides. */
const sellerAreaMs = 3_000
const timed = (options?: Options): Options =>
  isSellerArea(location.pathname) ? { duration: sellerAreaMs, ...options } : { ...options }

export const toast = {
  success(message: Message, options?: Options): void {
    // Read before the library is loaded, because the page may change meanwhile.
    const chosen = timed(options)
    void show((library) => library.toast.success(message, chosen), message)
  },
  error(message: Message, options?: Options): void {
    const chosen = timed(options)
    void show((library) => library.showError(message, chosen), message)
  },
  /** Stores the message for the next page, for use before a load of a new document. */
  successOnNextPage: (message: string) => sessionStorage.setItem(storageKey, message),
  blank(message: string, options?: Options): void {
    const chosen = timed(options)
    void show((library) => library.toast(message, chosen), message)
  },
  /** A message made of any elements, such as a link or a button, on a plain plate without an icon. */
  custom(content: ReactElement, options?: Options): void {
    const chosen = timed(options)
    void show((library) => library.showCustom(content, chosen), content)
  },
  /** Stays until another message with the same id replaces it or it is dismissed. */
  loading: (message: string, options?: Options) =>
    void show((library) => library.toast.loading(message, options), message),
  dismiss: (id?: string) => void show((library) => library.toast.dismiss(id)),
}
