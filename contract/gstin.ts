/** GST numbers (GSTIN): format, check character, and plausibility for the state of an address (api-rules §6). */
import type { State } from './states.ts'

/** State code, PAN, registration number within the state, type and check character. */
export const gstPattern = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][Z1-9A-J][0-9A-Z]$/

export const wrongCheckCharacter = 'The last character of this GST number does not fit the others.'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const stateCodes: Record<State, string> = {
  'Jammu and Kashmir': '01',
  'Himachal Pradesh': '02',
  Punjab: '03',
  Chandigarh: '04',
  Uttarakhand: '05',
  Haryana: '06',
  Delhi: '07',
  Rajasthan: '08',
  'Uttar Pradesh': '09',
  Bihar: '10',
  Sikkim: '11',
  'Arunachal Pradesh': '12',
  Nagaland: '13',
  Manipur: '14',
  Mizoram: '15',
  Tripura: '16',
  Meghalaya: '17',
  Assam: '18',
  'West Bengal': '19',
  Jharkhand: '20',
  Odisha: '21',
  Chhattisgarh: '22',
  'Madhya Pradesh': '23',
  Gujarat: '24',
  'Dadra and Nagar Haveli and Daman and Diu': '26',
  Maharashtra: '27',
  Karnataka: '29',
  Goa: '30',
  Lakshadweep: '31',
  Kerala: '32',
  'Tamil Nadu': '33',
  Puducherry: '34',
  'Andaman and Nicobar Islands': '35',
  Telangana: '36',
  'Andhra Pradesh': '37',
  Ladakh: '38',
}
const stateOfCode = new Map(Object.entries(stateCodes).map(([state, code]) => [code, state as State]))

/** The two digits with which GST numbers of this state begin. */
export function gstCodeOf(state: State): string {
  return stateCodes[state]
}

/** The PAN of the person or firm that is registered. */
export const panOf = (gst: string): string => gst.slice(2, 12)

/** The state in which the holder of a GST number is registered; undefined for a code that no state has today. */
export function stateOfGstin(gst: string): State | undefined {
  return stateOfCode.get(gst.slice(0, 2))
}

/**
 * Returns a warning for the owner of a well-formed upper-case GST number whose check character is wrong or whose state
 * code does not match `state`; undefined if there is none. It is a warning only, because numbers issued before a state
 * was divided keep the old code. Without `state` (not chosen yet) only the check character is tested.
 */
export function gstDoubtOf(gst: string, state?: State): string | undefined {
  const doubts: string[] = []
  if (gstCheckCharacter(gst) !== gst.charAt(14)) doubts.push(wrongCheckCharacter)
  const code = gst.slice(0, 2)
  if (state && code !== stateCodes[state]) {
    const home = stateOfGstin(gst)
    doubts.push(
      home
        ? `This GST number belongs to ${home}, the address is in ${state}.`
        : `This GST number begins with ${code}, those of ${state} begin with ${stateCodes[state]}.`,
    )
  }
  return doubts.length > 0 ? `${doubts.join(' ')} Please check it.` : undefined
}

/** The check character that belongs to the first 14 characters of a GST number. */
export function gstCheckCharacter(gst: string): string {
  let sum = 0
  for (let place = 0; place < 14; place += 1) {
    const product = alphabet.indexOf(gst.charAt(place)) * (place % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return alphabet.charAt((36 - (sum % 36)) % 36)
}
