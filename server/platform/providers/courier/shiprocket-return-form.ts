/** A return in the form of Shiprocket's API: fetched from the buyer, brought to the seller (providers.md §2.2). */
import { rupees } from '../../../../contract/money.ts'
import type { ReturnToFetch } from './provider.ts'
import { dayOf } from '../../calendar.ts'
import { centimetres, cityLength, itemsOf, kilograms, phone } from './shiprocket-forms.ts'

const addressLength = 80

export function returnForm(parcel: ReturnToFetch) {
  const { from, to } = parcel
  return {
    order_id: parcel.reference,
    order_date: dayOf(parcel.orderedAt),
    pickup_customer_name: from.firstName,
    pickup_last_name: from.lastName,
    pickup_address: from.street,
    pickup_city: from.city.slice(0, cityLength),
    pickup_state: from.state,
    pickup_country: 'India',
    pickup_pincode: from.pinCode,
    pickup_email: from.email,
    pickup_phone: phone(from.mobile),
    shipping_customer_name: to.contact,
    shipping_address: to.street.slice(0, addressLength),
    shipping_address_2: to.street.slice(addressLength),
    shipping_city: to.city.slice(0, cityLength),
    shipping_state: to.state,
    shipping_country: 'India',
    shipping_pincode: to.pinCode,
    shipping_email: to.email,
    shipping_phone: phone(to.mobile),
    order_items: itemsOf(parcel),
    payment_method: 'Prepaid',
    sub_total: rupees(parcel.items.reduce((sum, { amountPaise }) => sum + amountPaise, 0)),
    length: centimetres(parcel.lengthCm),
    breadth: centimetres(parcel.widthCm),
    height: centimetres(parcel.heightCm),
    weight: kilograms(parcel.weightGrams),
  }
}
