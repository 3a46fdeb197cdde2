import type { Shop } from '../../platform/shop.ts'
import { deleteOldTeamInvitations } from './queries.ts'

/** Retention of invitations into the teams of shops. */
export const deleteExpiredTeamInvitations = ({ db }: Shop, limit: number): Promise<number> =>
  deleteOldTeamInvitations(db, limit)
