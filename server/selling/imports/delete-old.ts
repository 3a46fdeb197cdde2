/** Deletes imports with their rows after some days. */
import type { Shop } from '../../platform/shop.ts'
import { deleteImports } from './queries.ts'

/** At most `limit`; returns how many. */
export const deleteOldImports = ({ db }: Pick<Shop, 'db'>, limit: number): Promise<number> =>
  deleteImports(db, limit)
