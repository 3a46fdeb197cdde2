/**
 * Who receives the parcel, the note to the seller, and whether it is a gift. They are kept in the session storage of the tab until
 * the purchase is made, so that nothing typed is lost when a payment fails; the server gets them with the payment.
 */
import { useState } from 'react'
import type { DeliveryWishes } from '../../contract/recipient.ts'
import { useSession } from '../session/session.ts'

const storageKey = 'delivery-wishes'
const none: DeliveryWishes = { gift: false }

/** `email` is whose they are: another account in the same tab gets nothing. */
function stored(email: string | null): DeliveryWishes {
  try {
    const found = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as
      | (DeliveryWishes & { email: string })
      | null
    if (!found || found.email !== email) return none
    const { email: _, ...wishes } = found
    return wishes
  } catch (error) {
    console.info('The session storage cannot be read.', error)
    return none
  }
}

export function useDeliveryWishes() {
  const { email } = useSession()
  // Undefined until something is set here: the session is known a moment after the page.
  const [own, setOwn] = useState<DeliveryWishes>()
  function set(wishes: DeliveryWishes): void {
    setOwn(wishes)
    try {
      sessionStorage.setItem(storageKey, JSON.stringify({ ...wishes, email }))
    } catch (error) {
      console.info('The session storage cannot be written.', error)
    }
  }
  return { wishes: own ?? stored(email), set }
}

/** After a purchase: the next one may go to somebody else. */
export function forgetDeliveryWishes(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch (error) {
    console.info('The session storage cannot be written.', error)
  }
}

export const hasWishes = ({ recipient, note, gift }: DeliveryWishes): boolean =>
  recipient !== undefined || Boolean(note) || gift
