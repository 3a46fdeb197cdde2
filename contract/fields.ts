/** Validation of single fields with the messages of specification §5, shared by forms and server. */
import { z } from 'zod'
import { limits } from './limits.ts'
import { states } from './states.ts'

// Zod tests whether it may use eval to compile schemas; the content security policy would block and report that test.
if ('document' in globalThis) z.config({ jitless: true })

export const allFieldsRequired = 'All fields are required!'
export const phoneTenDigits = 'Phone number must be 10 digits.'
export const pinCodeSixDigits = 'Pin code must be 6 digits.'
export const pinCodeWithoutZero = 'A pin code cannot begin with 0.'

/** A lone surrogate or NUL cannot be stored as UTF-8 text in PostgreSQL. */
export const storable = (value: string) => value.isWellFormed() && !value.includes('\u0000')

/** A text of spaces and signs without width, such as U+200B, shows nothing. */
const visible = (value: string) => /[^\s\p{DI}\p{Cf}\p{Cc}\u2800]/u.test(value)

/** Trimmed text of 1 to `max` characters; `required` is the message when it is missing, blank or not a string. */
export function text(max: number, required: string) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .refine(visible, required)
    .max(max, `At most ${max} characters.`)
    .refine(storable, 'This text has characters that cannot be stored.')
}

/** Without the signs that no key types: they hide or turn around the text beside them. Line breaks and tabs stay. */
export const plainText = (max: number, required: string) =>
  text(max, required).refine(
    (typed) =>
      !/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(
        typed,
      ),
    'This text has invisible characters. Please type it again.',
  )

/** The key of an uploaded document: `d-` a PDF, `r-` a picture. */
export function documentKey(): z.ZodString {
  const again = 'Please upload this document.'
  return z
    .string({ error: again })
    .regex(/^[dr]-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, again)
}

/** Search words for a list, trimmed; blank means no search. */
export const searchText = z
  .string()
  .trim()
  .max(limits.searchLength, `Please search with at most ${limits.searchLength} characters.`)
  .refine(storable, 'These characters are in no text here.')

/** An id that was assigned by somebody else, for example by the payment provider. */
export const externalId = (max: number) =>
  z.string().min(1).max(max).refine(storable, 'This is no such name.')

/** The addresses of deleted accounts end like this: what is about their old orders reaches nobody. */
export const nobodysDomain = '@deleted.invalid'

/** An e-mail address, lower-cased, so that two accounts cannot differ in case only. */
export function email(required: string) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(254, 'Email address is invalid.')
    .toLowerCase()
    .regex(
      /^[^\s@<>(),;:"\\[\]]+@[^\s@.<>(),;:"\\[\]]+(?:\.[^\s@.<>(),;:"\\[\]]+)+$/,
      'Email address is invalid.',
    )
    .refine((value) => storable(value) && !value.endsWith(nobodysDomain), 'Email address is invalid.')
}

/** Filter by the e-mail address of an account; unlike `email` it accepts anything, and an unknown one matches nothing. */
export const emailFilter = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Email address is invalid.')
  .refine(storable, 'Email address is invalid.')

/** A new password: at least 6 characters; `tooShort` differs between the forms of the specification. */
export function newPassword(required: string, tooShort: string) {
  return z
    .string({ error: required })
    .min(1, required)
    .min(limits.passwordMin, tooShort)
    .max(limits.passwordMax, `Password must be at most ${limits.passwordMax} characters long`)
    .refine(storable, 'This password has characters that cannot be stored.')
}

export function mobile(required: string) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .regex(/^\d{10}$/, phoneTenDigits)
}

export function pinCode(required: string) {
  return (
    z
      .string({ error: required })
      .trim()
      .min(1, required)
      .regex(/^\d{6}$/, pinCodeSixDigits)
      // The first of several messages is shown, so this one speaks of six digits only.
      .regex(/^[1-9]/, pinCodeWithoutZero)
  )
}

export function state(required: string) {
  return z.enum(states, { error: required })
}

export const otp = z
  .string({ error: 'Enter a valid 6-digit OTP' })
  .regex(/^\d{6}$/, 'Enter a valid 6-digit OTP')

/** Ids of the shop (UUID version 7). A malformed id gets the same reply as an unknown one. */
export const id = z.uuid()
/** For a number: one, or its digits in a form or an address. `Number()` alone takes true for 1, and null, [] and '' for 0. */
export const digits = (missing = 'Please give a number.') =>
  z
    .union([z.number(), z.string().max(24, missing).regex(/\S/, missing)], { error: missing })
    .transform(Number)

/** Categories and subcategories count from 1. */
export const numericId = digits().pipe(z.number().int().positive().max(2_147_483_647))

/** A calendar day of this century, YYYY-MM-DD. PostgreSQL rejects some other years, such as 0. */
export const dayOr = (message: string) =>
  z.iso.date(message).refine((value) => value.startsWith('20'), message)
export const day = dayOr('Please give a day as YYYY-MM-DD.')

/** Keyset paging: `cursor` is taken from the Link header of the previous page. */
export const page = z.object({
  limit: z.coerce.number().int().min(1).max(limits.listMax).default(limits.listDefault),
  cursor: z.string().max(400).optional(),
})

/** Reply that is a file: its bytes and its file name. */
export const file = z.object({ bytes: z.instanceof(Uint8Array<ArrayBuffer>), name: z.string() })

/** One that somebody uploaded: of a type of its own, and saved by browsers instead of shown where it was not made anew by us. */
export const uploadedFile = file.extend({
  type: z.enum(['application/pdf', 'image/avif']),
  attached: z.boolean(),
})

/** Reply that is a file generated while it is sent: its text in pieces and its file name. */
export const streamedFile = z.object({ pieces: z.custom<AsyncIterable<string>>(), name: z.string() })

/** Reply that only reports success. */
export const message = z.object({ msg: z.string() })
