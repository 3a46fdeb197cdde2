/** SQL of complaints that somebody made as a visitor. */
import { type Sql, sql } from '../../platform/db/sql.ts'

/** As `mailboxOf` (server/fulfilment/complaints/rules.ts): the index of complaints has the same expression. */
const mailbox = (email: Sql) => sql`regexp_replace(${email}, '[+][^@]*@', '@')`

/**
 * Whether a complaint `c` came from the mailbox of the account, by nobody who was logged in. Anybody can sign up with an address that
 * they do not confirm.
 */
export const isFromMailboxOf = (id: string): Sql => sql`(c.account_id is null and ${mailbox(sql`c.email`)}
  = (select ${mailbox(sql`a.email`)} from account a where a.id = ${id} and a.email_verified_at is not null))`
