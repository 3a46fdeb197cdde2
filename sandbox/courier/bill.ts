/** The courier's bill: one row for each air waybill, with the weight that it applied and all that it charges, in rupees. */
import { indianTime, type Parcel } from './parcel.ts'

/** In kg: what it weighed itself, else the larger of weight and volume as they were given. */
export function appliedWeight({ form, weighed }: Parcel): number {
  const { weight, length, breadth, height } = form
  return weighed?.kg ?? Math.round(Math.max(weight, (length * breadth * height) / 5_000) * 1_000) / 1_000
}

/** The codes after which it was on its way, and those of its way back. */
const carried = new Set([6, 18, 17, 7, 9, 10, 12, 21, 24, 25])
const wayBack = new Set([9, 10])

export function billOf(parcels: readonly Parcel[]): string {
  const rows = parcels
    .filter((parcel) => parcel.awb !== null && parcel.history.some(({ code }) => carried.has(code)))
    .map((parcel) => {
      const kg = appliedWeight(parcel)
      // ₹42.48 up to half a kilogram, ₹35.40 for each further one, GST included.
      const freight = (42.48 + 35.4 * (Math.ceil(kg / 0.5) - 1)).toFixed(2)
      const isBack = parcel.history.some(({ code }) => wayBack.has(code))
      const at = Math.max(parcel.weighed?.at ?? 0, parcel.history.at(-1)?.at ?? 0)
      const day = indianTime(at).slice(0, 10)
      return [parcel.awb, parcel.id, parcel.courierName, day, kg, freight, isBack ? freight : '0.00']
    })
  const heading = [
    'AWB Code',
    'Order ID',
    'Courier',
    'Billed On',
    'Applied Weight (KG)',
    'Freight',
    'RTO Freight',
  ]
  return [heading, ...rows].map((row) => `${row.join(',')}\n`).join('')
}
