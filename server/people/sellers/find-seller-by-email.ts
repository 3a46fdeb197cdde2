/** A seller named by their e-mail address, for rows of other groups that refer to them. */
import type { Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/** The seller cannot be deleted until the transaction ends. */
export async function findSellerByEmail(
  tx: Tx,
  email: string,
): Promise<{ sellerId: string; company: string } | undefined> {
  const [row] = await tx.query<{ sellerId: string; company: string }>(sql`
    select s.account_id as "sellerId", s.company_name as company from seller s join account a on a.id = s.account_id
    where a.email = ${email} for key share of s`)
  return row
}
