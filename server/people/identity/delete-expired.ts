/** Deletes expired rows for the timer of server/administration/retention/, which lists all tables. */
import type { Shop } from '../../platform/shop.ts'
import { deleteUnusedBrowsers } from './browser-queries.ts'
import { deleteOldCodes } from './code-queries.ts'
import { deleteUnverified } from './queries.ts'
import { deleteEndedPasswordProofs, deleteEndedSessions } from './session-queries.ts'

type Database = Pick<Shop, 'db'>

/** Each deletes at most `limit` rows and returns how many were deleted. Safe on several nodes at once. */
export const deleteExpiredSessions = ({ db }: Database, limit: number) => deleteEndedSessions(db, limit)
export const deleteExpiredPasswordProofs = ({ db }: Database, limit: number) =>
  deleteEndedPasswordProofs(db, limit)
export const deleteUnusedKnownBrowsers = ({ db }: Database, limit: number) => deleteUnusedBrowsers(db, limit)
export const deleteExpiredCodes = ({ db }: Database, limit: number) => deleteOldCodes(db, limit)
/** Accounts that were not verified within a week of the last sign-up. */
export const deleteUnverifiedAccounts = ({ db }: Database, limit: number) => deleteUnverified(db, limit)
