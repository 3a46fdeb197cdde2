/**
 * Name and GST number of the business for which somebody buys. They are kept in the session storage of the tab, so that a
 * reload or a visit to another page does not lose what was typed; the server gets them with the payment.
 */
import { useState } from 'react'
import type { BusinessBuyer } from '../../contract/document.ts'
import { useSession } from '../session/session.ts'

const storageKey = 'business-buyer'

/** `email` is whose it is: another account in the same tab gets nothing. */
function stored(email: string | null): BusinessBuyer | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as
      | (BusinessBuyer & { email: string })
      | null
    return found && found.email === email ? { name: found.name, gstin: found.gstin } : null
  } catch (error) {
    console.info('The session storage cannot be read.', error)
    return null
  }
}

export function useBusinessBuyer() {
  const { email } = useSession()
  // Undefined until something is set here: the session is known a moment after the page.
  const [own, setOwn] = useState<BusinessBuyer | null>()
  function set(business: BusinessBuyer | null): void {
    setOwn(business)
    try {
      if (business) sessionStorage.setItem(storageKey, JSON.stringify({ ...business, email }))
      else sessionStorage.removeItem(storageKey)
    } catch (error) {
      console.info('The session storage cannot be written.', error)
    }
  }
  return { business: own === undefined ? stored(email) : own, set }
}
