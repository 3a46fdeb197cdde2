/** What the texts of the mails about a return are made of. */
import { formatAmount, rupees } from '../../../contract/money.ts'
import type { ReturnRow } from './queries.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

export interface Words {
  subject: string
  heading: string
  text: readonly string[]
}
/** `note` is what a person said about the move. */
export type Text = (row: ReturnRow, note: string | null) => Words

const time = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
})

/** When the clock acts. */
export const due = ({ dueAt }: ReturnRow) => (dueAt ? time.format(dueAt) : 'soon')
export const amount = ({ refundPaise }: ReturnRow) => formatAmount(rupees(refundPaise))

/** So that one dispute never makes a mailing of it. */
const mostAdministrators = 20

/** The addresses of the administrators who can log in. */
export async function emailsOfAdministrators(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ email: string }>(sql`
    select email from account
    where role = 'ADMIN' and email_verified_at is not null and suspended_at is null order by id limit ${mostAdministrators}`)
  return rows.map(({ email }) => email)
}
