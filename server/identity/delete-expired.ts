/** What of signing in is over; the list of all tables is server/retention/retained-tables.ts. */
import type { Shop } from '../shop.ts'
import { deleteOldCodes } from './code-queries.ts'
import { deleteUnverified } from './queries.ts'
import { deleteEndedProofs, deleteEndedSessions } from './session-queries.ts'

type Database = Pick<Shop, 'db'>

/** Each removes at most `limit` rows and answers how many went. Safe on several nodes at once. */
export const deleteExpiredSessions = ({ db }: Database, limit: number) => deleteEndedSessions(db, limit)
export const deleteExpiredProofs = ({ db }: Database, limit: number) => deleteEndedProofs(db, limit)
export const deleteExpiredCodes = ({ db }: Database, limit: number) => deleteOldCodes(db, limit)
/** Accounts whose e-mail nobody proved to be his within a week of the last sign-up. */
export const deleteUnverifiedAccounts = ({ db }: Database, limit: number) => deleteUnverified(db, limit)
