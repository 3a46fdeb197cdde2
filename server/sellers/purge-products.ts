/** Deleted products that nothing names; the list of all tables is server/retention/retained-tables.ts. */
import type { Shop } from '../shop.ts'
import { purgeProducts } from './product-queries.ts'

/** Removes at most `limit` rows and answers how many went. Safe on several nodes at once. */
export const purgeDeletedProducts = ({ db }: Pick<Shop, 'db'>, limit: number) => purgeProducts(db, limit)
