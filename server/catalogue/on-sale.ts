/** The one condition that says which products people may see and buy. */
import { sql } from '../db/sql.ts'

/**
 * For a product `p`: not deleted, and its seller is not suspended. Suspended accounts are few and have an index of
 * their own, so asking costs a list next to nothing and a suspension needs no second place to be written to.
 */
export const onSale = sql`p.deleted_at is null
    and not exists (select from account a where a.id = p.seller_id and a.suspended_at is not null)`
