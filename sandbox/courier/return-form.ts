/** The courier's form of a return: fetched at the customer's, delivered to the merchant. */
import { z } from 'zod'
import { type OrderForm, orderForm, parseForm, placeForm } from './forms.ts'
import type { Place } from './parcel.ts'

const {
  billing_customer_name: text,
  billing_pincode: pin,
  billing_phone: phone,
  billing_email: email,
} = orderForm.shape
const city = orderForm.shape.billing_city

const returnForm = orderForm
  .pick({
    order_id: true,
    order_items: true,
    payment_method: true,
    sub_total: true,
    length: true,
    breadth: true,
    height: true,
    weight: true,
  })
  .extend({
    order_date: z.string().regex(/^\d{4}-\d\d-\d\d$/),
    pickup_customer_name: text,
    pickup_last_name: z.string().default(''),
    pickup_address: text,
    pickup_city: city,
    pickup_state: text,
    pickup_country: text,
    pickup_pincode: pin,
    pickup_email: email,
    pickup_phone: phone,
    shipping_customer_name: text,
    shipping_address: text,
    shipping_address_2: z.string().default(''),
    shipping_city: city,
    shipping_state: text,
    shipping_country: text,
    shipping_pincode: pin,
    shipping_email: email,
    shipping_phone: phone,
  })

/** The stand-in keeps a return like a parcel: `form` has the customer, `place` the merchant to whom it goes. */
export function readReturn(body: unknown): { form: OrderForm; place: Place } {
  const form = parseForm(returnForm, body)
  const name = `return-${form.order_id}`.slice(0, 36)
  return {
    form: {
      ...form,
      order_date: `${form.order_date} 00:00`,
      pickup_location: name,
      billing_customer_name: form.pickup_customer_name,
      billing_last_name: form.pickup_last_name,
      billing_address: form.pickup_address,
      billing_city: form.pickup_city,
      billing_pincode: form.pickup_pincode,
      billing_state: form.pickup_state,
      billing_country: form.pickup_country,
      billing_email: form.pickup_email,
      billing_phone: form.pickup_phone,
      shipping_is_billing: true,
    },
    place: {
      ...parseForm(placeForm, {
        pickup_location: name,
        name: form.shipping_customer_name,
        email: form.shipping_email,
        phone: form.shipping_phone,
        address: form.shipping_address,
        address_2: form.shipping_address_2,
        city: form.shipping_city,
        state: form.shipping_state,
        country: form.shipping_country,
        pin_code: form.shipping_pincode,
      }),
      id: name,
    },
  }
}
