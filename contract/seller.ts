/** Sellers: sign-up in three steps, and profile (specification §2, §3, §5; api-rules §6). */
import { z } from 'zod'
import { email, message, mobile, newPassword, pinCode, state, storable, text } from './fields.ts'
import { gstPattern } from './gstin.ts'
import { limits } from './limits.ts'

export const gstTaken = 'This GST number is registered with another seller.'
/** The day of the present text of seller-undertaking.ts. */
export const undertakingVersion = '2026-11-26'
export const emailIsFixed = 'The email address cannot be changed.'

function gst(required: string) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .toUpperCase()
    .regex(gstPattern, 'Invalid GST Number format.')
}

const accountDigits = /^\d+$/
const accountNo = z
  .string({ error: 'Account number is required.' })
  .trim()
  .min(1, 'Account number is required.')
  .max(limits.accountNumberMax, `At most ${limits.accountNumberMax} digits.`)

const ifsc = z
  .string({ error: 'IFSC Code is required.' })
  .trim()
  .min(1, 'IFSC Code is required.')
  .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'Invalid IFSC Code format.')

const pickup = {
  buildingNo: text(limits.nameLength, 'Building number is required.'),
  street: text(limits.streetLength, 'Street is required.'),
  landmark: text(limits.streetLength, 'Landmark is required.'),
  pinCode: pinCode('Pin code is required.'),
  city: text(limits.cityLength, 'City is required.'),
  state: state('Please select a state.'),
}
const fullName = text(limits.nameLength, 'Full name is required.')

/** 'Register as Seller'. */
export const sellerAccountStep = z.object({
  email: email('Email is required.'),
  password: newPassword('Password is required.', 'Password must be at least 6 characters long.'),
  companyName: text(limits.companyLength, 'Company name is required.'),
  GSTNumber: gst('GST Number is required.'),
  mobileNo: mobile('Phone number is required.'),
})
/** 'Pickup Address'. */
export const sellerAddressStep = z.object(pickup)
/** 'Bank Details'. */
export const sellerBankStep = z.object({
  fullName,
  accountNo: accountNo.regex(accountDigits, 'Account number must contain only digits.'),
  IFSCCode: ifsc,
})

export const sellerSignupBody = z.object({
  ...sellerAccountStep.shape,
  ...sellerAddressStep.shape,
  ...sellerBankStep.shape,
})
export type SellerSignup = z.output<typeof sellerSignupBody>

/** `gstConfirmed`: the seller was asked, and says that GST number and address are both right although their states differ. */
export const sellerSignupCall = sellerSignupBody.extend({
  gstConfirmed: z.boolean().optional(),
  /** The version of the undertaking (seller-undertaking.ts) that the seller accepts with the registration. */
  undertaking: z.string().max(10).optional(),
})

/** `gstDoubt`: a warning about the GST number; the seller may continue nevertheless. */
export const gstAnswer = message.extend({ gstDoubt: z.string().optional() })

export const sellerProfile = z.object({
  id: z.string(),
  companyName: z.string(),
  email: z.string(),
  mobile: z.string(),
  gst: z.string(),
  gstDoubt: z.string().nullable(),
  /** Whether the seller has said that both are right. */
  gstConfirmed: z.boolean(),
  createdAt: z.iso.datetime(),
  address: z.object({
    buildingNo: z.string(),
    street: z.string(),
    landmark: z.string(),
    pinCode: z.string(),
    city: z.string(),
    state: z.string(),
  }),
  /** Working days from an order to its hand-over to the courier. */
  handlingDays: z.number().int(),
  /** The courier is asked for a parcel once the seller says that it is ready, and not at once. */
  booksWhenReady: z.boolean(),
  /** For the seller's public page; empty: they tell none. */
  story: z.string(),
  /** Who answers complaints, and how to reach them; empty: the seller's mobile does. */
  grievanceContact: z.string(),
  /** `accountNo` shows its last four digits only. */
  bankDetails: z.object({ fullName: z.string(), accountNo: z.string(), ifsccode: z.string() }),
})
export type SellerProfile = z.output<typeof sellerProfile>

/** A masked account number. Only the replies of `bankAccount` contain the whole one. */
export function maskedAccountNo(last4: string): string {
  return `XXXXXX${last4}`
}

const notMasked = 'Account number must contain only digits.'
const invalidMobile = 'Please enter a valid mobile number'
const wrongHandlingDays = `Handling days are 0 to ${limits.handlingDaysMax}.`
const invalidEmail = 'Please enter a valid email address'

/** Text that may be empty, with its lines. */
const mayBeEmpty = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max.toLocaleString('en-IN')} characters.`)
    .refine(storable, 'This text has characters that cannot be stored.')
    .optional()

/** The whole profile, with its own messages for four of the fields. A masked account number means 'unchanged'. */
export const editSellerBody = z.object({
  companyName: text(limits.companyLength, 'Company name is required'),
  email: z
    .string({ error: invalidEmail })
    .trim()
    .max(254, invalidEmail)
    .includes('@', { error: invalidEmail })
    .toLowerCase(),
  mobile: z
    .string({ error: invalidMobile })
    .trim()
    .regex(/^[\d+() -]{10,20}$/, invalidMobile)
    // The courier calls this number, so it needs ten digits, not only ten characters.
    .refine((value) => value.replace(/\D/g, '').length >= 10, invalidMobile),
  gst: gst('GST number is required'),
  /** Without it they stay as they are. */
  handlingDays: z
    .number({ error: wrongHandlingDays })
    .int(wrongHandlingDays)
    .min(0, wrongHandlingDays)
    .max(limits.handlingDaysMax, wrongHandlingDays)
    .optional(),
  /** Without it that stays as it is. */
  booksWhenReady: z.boolean({ error: 'Say when the courier is booked.' }).optional(),
  /** Without these they stay as they are. */
  story: mayBeEmpty(limits.storyLength),
  grievanceContact: mayBeEmpty(limits.grievanceContactLength),
  address: z.object(pickup, { error: 'Address is required.' }),
  bankDetails: z.object(
    { fullName, accountNo: accountNo.regex(/^(\d+|X+\d{1,4})$/, notMasked), ifsccode: ifsc },
    { error: 'Bank details are required.' },
  ),
})
export type SellerEdit = z.output<typeof editSellerBody>
