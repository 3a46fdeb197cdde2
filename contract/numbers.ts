/** Numbers that a seller types. */
import { z } from 'zod'
import { allFieldsRequired } from './fields.ts'

const twoDecimals = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

/** A number above zero with at most two decimals. */
export function decimal(label: string, min: number, max: number) {
  const range = `${label} must be between ${min} and ${max}.`
  return z
    .number({
      error: ({ input }) => (input === undefined ? allFieldsRequired : `${label} must be a number.`),
    })
    .min(min, range)
    .max(max, range)
    .refine(twoDecimals, `${label} may have two decimals at most.`)
}

/** The same from a form, which sends digits. `Number()` alone would take true for 1 and null for 0. */
export function typedDecimal(label: string, min: number, max: number) {
  const missing = `${label} is missing.`
  return z
    .union([z.number(), z.string().trim().min(1, missing).max(20, `${label} is too long.`)], {
      error: missing,
    })
    .transform(Number)
    .pipe(decimal(label, min, max))
}

export function integer(label: string, min: number, max: number) {
  const range = `${label} must be between ${min} and ${max}.`
  return z
    .number({
      error: ({ input }) => (input === undefined ? allFieldsRequired : `${label} must be a number.`),
    })
    .int(`${label} must be a whole number.`)
    .min(min, range)
    .max(max, range)
}
