/** Settings of the desk that answers complaints: its clocks, and whether the contact form feeds it. */
import { z } from 'zod'
import { wholeNumber } from './formats.ts'

// No longer than the Consumer Protection (E-Commerce) Rules, 2020 allow: 48 hours and a month, of which 28 days are never more.
export const complaintSettings = {
  COMPLAINT_ANSWER_HOURS: wholeNumber(1, 48).default(48),
  COMPLAINT_DECIDE_DAYS: wholeNumber(1, 28).default(28),
  COMPLAINT_SELLER_HOURS: wholeNumber(1, 168).default(24),
  CONTACT_FORM_TO_DESK: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
}

export interface ComplaintConfig {
  /** From the complaint to its first answer. */
  answerHours: number
  /** From the complaint to the decision. */
  decideDays: number
  /** How long a seller has for an answer to the desk. */
  sellerHours: number
  contactFormToDesk: boolean
}

export const readComplaints = (values: z.output<z.ZodObject<typeof complaintSettings>>): ComplaintConfig => ({
  answerHours: values.COMPLAINT_ANSWER_HOURS,
  decideDays: values.COMPLAINT_DECIDE_DAYS,
  sellerHours: values.COMPLAINT_SELLER_HOURS,
  contactFormToDesk: values.CONTACT_FORM_TO_DESK === 'true',
})
