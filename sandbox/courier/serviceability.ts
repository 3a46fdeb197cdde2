/** Where the courier delivers and how many days it needs, decided by the two pin codes alone. */
import { Refusal } from './forms.ts'
import { COURIER_NAME } from './parcel.ts'

/** Not the Nicobar islands, and no pin code that begins with 99, which no place in India has. */
export const isServed = (pin: string) => !/^(?:99|7443)/.test(pin)

/** By the digits that both pin codes begin with: the same district, the same zone of the post, or the whole country. */
function transitDays(from: string, to: string): number {
  if (from.slice(0, 3) === to.slice(0, 3)) return 2
  return from[0] === to[0] ? 4 : 6
}

const isPin = (text: string | undefined) => /^[1-9]\d{5}$/.test(text ?? '')

export function serviceability(query: Record<string, string>): object {
  const { pickup_postcode: from = '', delivery_postcode: to = '', weight } = query
  const wrong = {
    ...(!isPin(from) && { pickup_postcode: ['The pickup postcode is invalid.'] }),
    ...(!isPin(to) && { delivery_postcode: ['The delivery postcode is invalid.'] }),
    ...(!(Number(weight) > 0) && { weight: ['The weight field is required.'] }),
  }
  if (Object.keys(wrong).length > 0) throw new Refusal(422, 'The given data was invalid.', { errors: wrong })
  if (!isServed(from) || !isServed(to))
    return { status: 404, message: 'Following pincodes are not serviceable by any courier.' }
  const days = transitDays(from, to)
  const company = (id: number, name: string, needed: number) => ({
    courier_company_id: id,
    courier_name: name,
    rate: 60 + 10 * needed,
    freight_charge: 60 + 10 * needed,
    cod: 0,
    cod_charges: 0,
    estimated_delivery_days: String(needed),
    etd_hours: 24 * needed,
    min_weight: 0.5,
    charge_weight: Number(weight),
    is_surface: true,
    postcode: to,
  })
  return {
    status: 200,
    currency: 'INR',
    data: {
      available_courier_companies: [company(2, 'Sandbox Slow', days + 3), company(1, COURIER_NAME, days)],
      recommended_courier_company_id: 1,
    },
  }
}
