/** Parts of the texts of mails about a return. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { ReturnRow } from './queries.ts'

interface Words {
  subject: string
  heading: string
  text: readonly string[]
}
/** `waitsForBank`: what is refunded is sent when the buyer's bank has decided about the payment. */
export type ToldReturn = ReturnRow & { waitsForBank?: boolean }
/** `note` is what a person wrote about the move. */
export type Text = (row: ToldReturn, note: string | null) => Words

const time = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
})

/** When the time limit ends. */
export const due = ({ dueAt }: ReturnRow) => (dueAt ? time.format(dueAt) : 'soon')
/** What the buyer reads of a refund. While their bank disputes the payment nothing is sent. */
export const refunding = (row: ToldReturn) =>
  row.waitsForBank
    ? `You get back ${amount(row)}. Your bank disputes the payment, so the money waits until the bank has decided: then it goes to the card or account it came from, unless the bank has given it back to you itself.`
    : `We are refunding ${amount(row)}. The money goes to the card or account it came from, usually within 5 to 7 working days.`
export const amount = ({ refundPaise }: ReturnRow) => formatAmount(rupees(refundPaise))
