/** Who receives a parcel, and what its buyer asks of the seller: typed at the checkout, kept with its orders. */
import { z } from 'zod'
import { mobile, storable, text } from './fields.ts'
import { limits } from './limits.ts'

export const recipient = z.object({
  name: text(limits.nameLength, 'Please say who receives the parcel.'),
  mobile: mobile('Please give a mobile number for the courier.'),
})
export type Recipient = z.output<typeof recipient>

const noteToSeller = z
  .string()
  .trim()
  .max(limits.noteToSellerLength, `At most ${limits.noteToSellerLength} characters.`)
  .refine(storable, 'This text has characters that cannot be stored.')

/** What a checkout may say of its delivery. Without a recipient the account's name and mobile stand. */
export const deliveryWishes = {
  recipient: recipient.optional(),
  /** Plain text. */
  note: noteToSeller.optional(),
  /** The seller puts no prices into the parcel. */
  gift: z.boolean().default(false),
}
export interface DeliveryWishes {
  recipient?: Recipient | undefined
  note?: string | undefined
  gift: boolean
}

/** The form of them. */
export const deliveryWishesForm = recipient.extend({ note: noteToSeller, gift: z.string().optional() })

/** As the replies about orders show them. */
export const shownRecipient = z.object({ name: z.string(), mobile: z.string() })
export const wishesReply = { noteToSeller: z.string().nullable(), gift: z.boolean() }
