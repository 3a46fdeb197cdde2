/** Our parcels and places in the form of Shiprocket's API (providers.md §2.2). */
import { rupees } from '../../../../contract/money.ts'
import { indianTime } from '../../calendar.ts'
import type { ParcelToSend, PickupPlace } from './provider.ts'

export const cityLength = 30
const pickupAddressLength = 80

export function pickupForm(place: PickupPlace) {
  return {
    pickup_location: place.name,
    name: place.contact,
    email: place.email,
    phone: phone(place.mobile),
    address: place.street.slice(0, pickupAddressLength),
    address_2: place.street.slice(pickupAddressLength),
    city: place.city,
    state: place.state,
    country: 'India',
    pin_code: place.pinCode,
  }
}

export function orderForm(parcel: ParcelToSend) {
  const { to } = parcel
  return {
    order_id: parcel.reference,
    order_date: indianTime(parcel.orderedAt),
    pickup_location: parcel.pickup,
    billing_customer_name: to.firstName,
    billing_last_name: to.lastName,
    billing_address: to.street,
    billing_city: to.city.slice(0, cityLength),
    billing_pincode: to.pinCode,
    billing_state: to.state,
    billing_country: 'India',
    billing_email: to.email,
    billing_phone: phone(to.mobile),
    shipping_is_billing: true,
    order_items: itemsOf(parcel),
    comment: parcel.comment,
    payment_method: 'Prepaid',
    sub_total: rupees(parcel.items.reduce((sum, { amountPaise }) => sum + amountPaise, 0)),
    length: centimetres(parcel.lengthCm),
    breadth: centimetres(parcel.widthCm),
    height: centimetres(parcel.heightCm),
    weight: kilograms(parcel.weightGrams),
  }
}

export const itemsOf = ({ items }: Pick<ParcelToSend, 'items'>) =>
  items.map(({ name, sku, quantity, amountPaise }) => ({
    name,
    sku,
    units: quantity,
    selling_price: Math.round(amountPaise / quantity) / 100,
  }))

/** Sides must be above half a centimetre; no wrapped parcel is thinner than one. */
export const centimetres = (value: number) => Math.max(1, Math.round(value * 100) / 100)
export const kilograms = (grams: number) => Math.max(0.001, Math.round(grams) / 1000)

/** Ten digits, without the country's or a leading zero: a seller may have typed either. */
export const phone = (typed: string) => typed.replace(/\D/g, '').slice(-10)
