/**
 * The pin code to which somebody wants to know the delivery: the one typed on this device, else that of the default address of
 * whoever is logged in. Null until it is known, and always in server-rendered HTML.
 */
import { useEffect, useState } from 'react'
import { api } from '../../contract/endpoints.ts'
import { call } from '../api/client.ts'
import { useSession } from '../session/session.ts'

const storageKey = 'pin-code'

function readPin(): string | null {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored && /^[1-9]\d{5}$/.test(stored) ? stored : null
  } catch (error) {
    console.info('The pin code of this device cannot be read.', error)
    return null
  }
}

function storePin(pin: string): void {
  try {
    localStorage.setItem(storageKey, pin)
  } catch (error) {
    console.info('The pin code cannot be remembered.', error)
  }
}

async function defaultPin(): Promise<string | null> {
  try {
    return (await call(api.address.get))[0]?.pinCode ?? null
  } catch (error) {
    console.info('The default address is not known.', error)
    return null
  }
}

interface DeliveryPin {
  pin: string | null
  choose: (pin: string) => void
}

/** The one typed on this device. */
export function useTypedPin(): DeliveryPin {
  const [pin, setPin] = useState<string | null>(null)
  useEffect(() => setPin(readPin()), [])
  return {
    pin,
    choose(chosen) {
      storePin(chosen)
      setPin(chosen)
    },
  }
}

export function useDeliveryPin(): DeliveryPin {
  const { role } = useSession()
  const { pin, choose } = useTypedPin()
  const [ofAddress, setOfAddress] = useState<string | null>(null)
  useEffect(() => {
    if (role === 'CUSTOMER' && readPin() === null) void defaultPin().then(setOfAddress)
  }, [role])
  return { pin: pin ?? ofAddress, choose }
}
