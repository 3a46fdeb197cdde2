/** The fields of the form of prices, all text, and the contract's schema for that text. Times are those of India. */
import { z } from 'zod'
import type { limits } from '../../../../contract/limits.ts'
import { pricesBody, type SellersPrices } from '../../../../contract/prices.ts'
import { inIndia, timeInIndia } from '../india-time.ts'
import { readNumber } from '../product-form/form-values.ts'

export const steps = [1, 2, 3] as const satisfies { length: typeof limits.bulkPricesMax }

const { shape } = pricesBody
const step = shape.bulkPrices.element.shape

const number = <T extends z.ZodType>(field: T) =>
  z.preprocess((typed) => readNumber(typed) ?? null, field.nullable())

const pieces = number(step.from)
const each = number(step.price)

export const pricesForm = z
  .object({
    salePrice: number(shape.salePrice),
    saleBegins: timeInIndia(shape.saleBegins),
    saleEnds: timeInIndia(shape.saleEnds),
    from1: pieces,
    price1: each,
    from2: pieces,
    price2: each,
    from3: pieces,
    price3: each,
  })
  .superRefine((typed, context) => {
    const need = (field: keyof typeof typed) => {
      if (typed[field] === null)
        context.addIssue({ code: 'custom', path: [field], message: 'Please fill in this field.' })
    }
    if (typed.salePrice !== null) need('saleEnds')
    else if (typed.saleEnds !== null) need('salePrice')
    for (const no of steps)
      if (typed[`from${no}`] !== null) need(`price${no}`)
      else if (typed[`price${no}`] !== null) need(`from${no}`)
  })
  .transform(({ salePrice, saleBegins, saleEnds, ...typed }) => ({
    salePrice,
    saleBegins,
    saleEnds,
    bulkPrices: steps.flatMap((no) => {
      const [from, price] = [typed[`from${no}`], typed[`price${no}`]]
      return from === null || price === null ? [] : { from, price }
    }),
  }))

const text = (value: number | undefined) => (value === undefined ? '' : String(value))

export function valuesOf({ sale, bulkPrices }: SellersPrices) {
  const [one, two, three] = bulkPrices
  return {
    salePrice: text(sale?.price),
    saleBegins: sale ? inIndia(sale.begins) : '',
    saleEnds: sale ? inIndia(sale.ends) : '',
    from1: text(one?.from),
    price1: text(one?.price),
    from2: text(two?.from),
    price2: text(two?.price),
    from3: text(three?.from),
    price3: text(three?.price),
  }
}
