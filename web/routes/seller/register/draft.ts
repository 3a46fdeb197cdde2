/**
 * The typed values of the registration. They survive the back button, a visit of another page and a reload of the
 * tab.
 */
import { useCallback, useLayoutEffect, useState } from 'react'
import type { SellerSignup } from '../../../../contract/seller.ts'

/** The account number is typed twice here, and sent once. */
export type DraftField = keyof SellerSignup | 'accountNoAgain'
export type Draft = Partial<Record<DraftField, string>>

/** The message of any failing step (specification §5). */
export const fixErrors = 'Please fix the errors before proceeding.'

const key = 'seller-registration'

/**
 * Never stored in the browser, where they would outlive the page and could be read with its developer tools or by any
 * script of this site. They have to be typed again after a reload.
 */
const secret: readonly DraftField[] = ['password', 'accountNo', 'accountNoAgain']

export function useDraft() {
  const [draft, setDraft] = useState<Draft>({})
  /** Whether values of an earlier load of the page were found. */
  const [restored, setRestored] = useState(false)

  // A layout effect, so that the values are there before the browser paints; the server's HTML has none.
  useLayoutEffect(() => {
    const kept = read()
    if (!kept) return
    setDraft((typed) => ({ ...kept, ...typed }))
    setRestored(true)
  }, [])

  const remember = useCallback((typed: Draft) => {
    setDraft((before) => {
      const after = { ...before, ...typed }
      write(after)
      return after
    })
  }, [])

  return { draft, restored, remember, forget }
}

function read(): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Record<string, unknown> | null
    if (!kept) return null
    const texts = Object.entries(kept).filter(([, value]) => typeof value === 'string' && value !== '')
    return texts.length > 0 ? (Object.fromEntries(texts) as Draft) : null
  } catch (error) {
    console.info('What was typed before cannot be read.', error)
    return null
  }
}

function write(draft: Draft): void {
  const kept = { ...draft }
  for (const name of secret) delete kept[name]
  try {
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch (error) {
    console.info('Nothing can be kept in this browser; a reload empties the form.', error)
  }
}

/** To be called when the registration is complete. */
function forget(): void {
  try {
    sessionStorage.removeItem(key)
  } catch (error) {
    console.info('What was typed cannot be removed.', error)
  }
}
