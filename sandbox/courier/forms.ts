/** Schemas of the courier's request bodies (pickup place, order) and its error replies. */
import { z } from 'zod'

export type RefusalStatus = 400 | 401 | 404 | 413 | 422 | 429 | 500

export class Refusal extends Error {
  readonly status: RefusalStatus
  readonly body: object
  constructor(status: RefusalStatus, message: string, more: object = {}) {
    super(message)
    this.status = status
    this.body = { message, status_code: status, ...more }
  }
}

const text = (max = 200) => z.string().trim().min(1).max(max)
const pin = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{6}$/))
const phone = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{10}$/))
const side = z.number().gt(0.5)

export const placeForm = z.object({
  pickup_location: text(36),
  name: text(),
  email: z.email(),
  phone,
  address: text(80),
  address_2: z.string().default(''),
  city: text(),
  state: text(),
  country: text(),
  pin_code: pin,
})
export type PlaceForm = z.output<typeof placeForm>

export const orderForm = z.object({
  order_id: text(50),
  order_date: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  pickup_location: text(36),
  billing_customer_name: text(),
  billing_last_name: z.string().default(''),
  billing_address: text(),
  billing_city: text(30),
  billing_pincode: pin,
  billing_state: text(),
  billing_country: text(),
  billing_email: z.email(),
  billing_phone: phone,
  shipping_is_billing: z.literal(true),
  order_items: z
    .array(
      z.object({
        name: text(),
        sku: text(50),
        units: z.int().positive(),
        selling_price: z.number().positive(),
      }),
    )
    .min(1),
  comment: z.string().max(250).optional(),
  payment_method: z.enum(['Prepaid', 'COD']),
  sub_total: z.number().positive(),
  length: side,
  breadth: side,
  height: side,
  weight: z.number().gt(0),
})
export type OrderForm = z.output<typeof orderForm>

/** Parses a body; throws a 422 that names the wrong fields, as the provider does. */
export function parseForm<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const errors: Record<string, string[]> = {}
  for (const issue of parsed.error.issues) (errors[issue.path.join('.') || 'body'] ??= []).push(issue.message)
  throw new Refusal(422, 'The given data was invalid.', { errors })
}
