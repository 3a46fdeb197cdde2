/** The one condition that says which products people may see and buy. */
import { sql } from '../../platform/db/sql.ts'

/**
 * For a product `p`: it is not deleted, and its seller is not suspended. Suspended accounts are few and have an index of their
 * own, so the condition costs a list next to nothing, and a suspension is stored in one place only.
 */
export const onSale = sql`p.deleted_at is null
    and not exists (select from account a where a.id = p.seller_id and a.suspended_at is not null)`
