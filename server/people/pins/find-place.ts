/** City and state of a pin code, from a table that scripts/make-pins.ts writes (decision 28). */
import { readFileSync } from 'node:fs'
import type { PinPlace } from '../../../contract/delivery.ts'

let places: ReadonlyMap<number, PinPlace> | undefined

/** Null for a pin code that the table does not have. It is read at the first call. */
export function findPlace(pinCode: string): PinPlace | null {
  places ??= readPlaces()
  return places.get(Number(pinCode)) ?? null
}

/** Each line has a state, a city, and its pin codes as single ones and ranges. */
function readPlaces(): Map<number, PinPlace> {
  const found = new Map<number, PinPlace>()
  const [, ...lines] = readFileSync(new URL('./pins.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  for (const line of lines) {
    const [state = '', city = '', pins = ''] = line.split('\t')
    const place = { city, state }
    for (const range of pins.split(' ')) {
      const [first = 0, last = first] = range.split('-').map(Number)
      for (let pin = first; pin <= last; pin += 1) found.set(pin, place)
    }
  }
  return found
}
