/** The day by which a parcel arrives, from the days that seller and courier need. */
import { limits } from '../../../contract/limits.ts'
import { addDays, dayOf, workingDay } from '../../platform/calendar.ts'

/** A seller who needs no day hands over what is ordered until two o'clock in the afternoon. */
const hoursAfterLastHandOver = 10

/** The working day on which the seller hands the parcel over. Sundays do not count. */
export function handOverDay(orderedAt: Date, handlingDays: number): string {
  const counted =
    handlingDays === 0 ? new Date(orderedAt.getTime() + hoursAfterLastHandOver * 3_600_000) : orderedAt
  let day = workingDay(dayOf(counted))
  for (let left = handlingDays; left > 0; left -= 1) day = workingDay(addDays(day, 1))
  return day
}

/** Nothing is promised for a Sunday. */
export function promiseFor(
  orderedAt: Date,
  { handlingDays, transitDays }: { handlingDays: number; transitDays: number },
): { handOverBy: string; promisedBy: string } {
  const handOverBy = handOverDay(orderedAt, handlingDays)
  return { handOverBy, promisedBy: workingDay(addDays(handOverBy, transitDays)) }
}

const transitDaysMax = 60

/**
 * For each number of handling days, from none on: with how many days of transit at most it arrives by this day; -1 where not
 * even without any.
 */
export function latestTransits(orderedAt: Date, day: string): number[] {
  return Array.from({ length: limits.handlingDaysMax + 1 }, (_, handlingDays) => {
    let transitDays = transitDaysMax
    while (transitDays >= 0 && promiseFor(orderedAt, { handlingDays, transitDays }).promisedBy > day)
      transitDays -= 1
    return transitDays
  })
}

/** Why an order cannot be placed: the courier has said that it does not deliver there. */
export function notDelivered(name: string, pinCode: string): string {
  return `"${name}" is not delivered to ${pinCode}. Please choose another address or remove it from your cart.`
}
