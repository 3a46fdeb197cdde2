/** The forms of values that several settings share. Each refuses with words that follow the name of the setting. */
import { z } from 'zod'

export const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address such as ${example}` })

export const wholeNumber = (min: number, max: number) => {
  const words = `must be a number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,5}$/, words)
    .transform(Number)
    .refine((n) => n >= min && n <= max, words)
}

/** 0 lets the system choose. */
export const port = wholeNumber(0, 65_535)
export const host = z.string().regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an IP address')
export const email = z.email({ error: 'must be an e-mail address' })
export const text = (maxLength: number) => z.string().trim().min(1, 'must not be empty').max(maxLength)
