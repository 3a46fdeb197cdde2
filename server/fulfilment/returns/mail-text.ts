/** Parts of the texts of mails about a return. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { ReturnRow } from './queries.ts'

export interface Words {
  subject: string
  heading: string
  text: readonly string[]
}
/** `note` is what a person wrote about the move. */
export type Text = (row: ReturnRow, note: string | null) => Words

const time = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
})

/** When the time limit ends. */
export const due = ({ dueAt }: ReturnRow) => (dueAt ? time.format(dueAt) : 'soon')
export const amount = ({ refundPaise }: ReturnRow) => formatAmount(rupees(refundPaise))
