/** What people type about coupons: the code in a cart, and the form of a new one. */
import { z } from 'zod'
import { day, digits, emailFilter, numericId } from './fields.ts'
import { limits } from './limits.ts'

/** Letters and digits in capitals, whatever the case in which they were typed. */
const couponCode = z
  .string({ error: 'Please give the code.' })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{4,20}$/, 'A code has 4 to 20 letters A to Z and digits.')

export const chosenCouponBody = z.object({ code: couponCode })

const hasTwoDecimals = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

/** What a form leaves blank is left out. `words` are for what is neither blank nor readable. */
const orBlank = <Schema extends z.ZodType>(schema: Schema, words: string) =>
  z.union([z.literal('').transform(() => undefined), schema], { error: words }).optional()
const rupeesOrBlank = (label: string, least: number) => {
  const words = `${label} must be between ₹${least} and ₹10,00,000.`
  const amount = digits(words).pipe(
    z
      .number({ error: words })
      .min(least, words)
      .max(limits.priceMaxPaise / 100, words)
      .refine(hasTwoDecimals, `${label} may have two decimals at most.`),
  )
  return orBlank(amount, words)
}
/** Forms send words. */
const yesOrNo = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
const percentWords = 'The percentage must be a whole number from 1 to 99.'

const couponFields = {
  code: couponCode,
  kind: z.enum(['percent', 'amount'], 'Please choose what is taken off.'),
  percent: orBlank(
    digits(percentWords).pipe(
      z.number({ error: percentWords }).int(percentWords).min(1, percentWords).max(99, percentWords),
    ),
    percentWords,
  ),
  amount: rupeesOrBlank('The amount', 1),
  /** The greatest discount of a percentage. */
  most: rupeesOrBlank('The greatest discount', 1),
  minimum: rupeesOrBlank('The minimum', 0),
  categoryId: orBlank(numericId, 'Please choose a category.'),
  firstOrder: yesOrNo.default(false),
  once: yesOrNo.default(true),
  totalUses: digits('Please say how often it can be used.').pipe(
    z
      .number({ error: 'Please say how often it can be used.' })
      .int('Please give a whole number.')
      .min(1, 'It can be used at least once.')
      .max(1_000_000, 'At most 10,00,000 uses.'),
  ),
  /** Days in India: from the beginning of the first to the end of the last. */
  startsOn: day,
  endsOn: day,
}

/** The field that is missing for the kind, and days in the wrong order. */
function checkCoupon(
  {
    kind,
    percent,
    amount,
    startsOn,
    endsOn,
  }: {
    kind: string
    percent?: number | undefined
    amount?: number | undefined
    startsOn: string
    endsOn: string
  },
  context: z.RefinementCtx,
): void {
  const issue = (field: string, words: string) =>
    context.addIssue({ code: 'custom', path: [field], message: words })
  if (kind === 'percent' && percent === undefined) issue('percent', percentWords)
  if (kind === 'amount' && amount === undefined) issue('amount', 'Please give the amount.')
  if (endsOn < startsOn) issue('endsOn', 'The last day must not be before the first.')
}

export const sellersCouponBody = z.object(couponFields).superRefine(checkCoupon)
export type SellersCouponInput = z.output<typeof sellersCouponBody>

export const shopsCouponBody = z
  .object({
    ...couponFields,
    /** It is for the products of this seller. */
    sellerEmail: orBlank(emailFilter, 'Email address is invalid.'),
    /** In percent: what this seller bears of it, once they have agreed. */
    sellerShare: digits('The share must be a number.')
      .pipe(
        z
          .number({ error: 'The share must be a number.' })
          .min(0, 'The share must be between 0 and 99.99 %.')
          .max(99.99, 'The share must be between 0 and 99.99 %.')
          .refine(hasTwoDecimals, 'The share may have two decimals at most.'),
      )
      .default(0),
  })
  .superRefine((value, context) => {
    checkCoupon(value, context)
    if (value.sellerShare > 0 && value.sellerEmail === undefined)
      context.addIssue({
        code: 'custom',
        path: ['sellerEmail'],
        message: 'Please name the seller who bears a part.',
      })
  })
export type ShopsCouponInput = z.output<typeof shopsCouponBody>
