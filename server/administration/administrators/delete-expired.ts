import type { Shop } from '../../platform/shop.ts'
import { deleteOldInvitations } from './queries.ts'

/** Retention of invitations. */
export const deleteExpiredInvitations = ({ db }: Shop, limit: number): Promise<number> =>
  deleteOldInvitations(db, limit)
