/**
 * The pin code of an address fills city and state, where they are empty, preset or filled by an earlier pin code. What somebody
 * typed stays: where it does not fit, a hint or a warning says so, and nothing is refused.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PinPlace } from '../../contract/delivery.ts'
import { api } from '../../contract/endpoints.ts'
import { call } from '../api/client.ts'

interface Names {
  pinCode: string
  city: string
  state: string
}

/** `preset`: the state that a new form shows, which nobody has chosen. */
export function usePinPlace(names: Names, preset = '') {
  const ref = useRef<HTMLInputElement>(null)
  /** The place of the newest pin code. */
  const known = useRef<{ pin: string; place: PinPlace | null }>({ pin: '', place: null })
  const filled = useRef<PinPlace>({ city: '', state: preset })
  const [hints, setHints] = useState<{ city?: string; state?: string }>({})

  const valueOf = (name: string) => (fieldOf(name)?.value ?? '').trim()
  function fieldOf(name: string): HTMLInputElement | null {
    return (ref.current?.form?.elements.namedItem(name) ?? null) as HTMLInputElement | null
  }

  function fill(part: keyof PinPlace, value: string): void {
    const field = fieldOf(names[part])
    if (!field || (field.value !== '' && field.value !== filled.current[part])) return
    filled.current[part] = value
    field.value = value
    // The form notices it as if it were typed: errors disappear, drafts are kept.
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function compare(): void {
    const { pin, place } = known.current
    const [city, state] = [valueOf(names.city), valueOf(names.state)]
    const next: typeof hints = {}
    if (place && pin === valueOf(names.pinCode)) {
      if (city && city.toLowerCase() !== place.city.toLowerCase())
        next.city = `Pin code ${pin} is in the district ${place.city}.`
      if (state && state !== place.state)
        next.state = `Pin code ${pin} is in ${place.state}. Please check both.`
    }
    setHints(next)
  }

  const look = useEffectEvent(async () => {
    const pin = valueOf(names.pinCode).replace(/\D/g, '')
    if (/^[1-9]\d{5}$/.test(pin) && pin !== known.current.pin) {
      known.current = { pin, place: null }
      const place = await call(api.delivery.place, { params: { pinCode: pin } }).catch((error: unknown) => {
        console.info('The place of the pin code is not known.', error)
        return null
      })
      // Another one was typed in the meantime, or the form is closed.
      if (known.current.pin !== pin || !ref.current) return
      known.current = { pin, place }
      if (place) {
        fill('city', place.city)
        fill('state', place.state)
      }
    }
    compare()
  })

  useEffect(() => {
    const form = ref.current?.form
    const listener = () => void look()
    listener()
    form?.addEventListener('input', listener)
    return () => form?.removeEventListener('input', listener)
  }, [])

  return {
    /** For the field of the pin code. */
    ref,
    /** Shown below the city. */
    cityHint: hints.city,
    /** Shown below the state. */
    stateWarning: hints.state,
  }
}
