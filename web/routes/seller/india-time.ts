/** Fields of a day and a time, which sellers type as it is in India. */
import { z } from 'zod'

/** The contract's schema for the value of such a field; null where it is empty. */
export const timeInIndia = <T extends z.ZodType>(field: T) =>
  z.preprocess((typed) => (typed ? `${String(typed)}:00+05:30` : null), field)

/** The value of such a field. */
export const inIndia = (iso: string): string =>
  new Date(Date.parse(iso) + 5.5 * 3_600_000).toISOString().slice(0, 16)
