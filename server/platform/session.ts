/** Who is logged in, for every feature. identity/sessions.ts opens, finds and closes sessions. */
import type { Duty, Role } from '../../contract/endpoint.ts'

export interface Session {
  accountId: string
  email: string
  role: Role
  /** Until when sensitive views are open; null when the password was entered too long ago. */
  confirmedUntil: Date | null
  /** Whether this account, an administrator's, has a second factor. */
  secondFactor: boolean
  /** What this account, an administrator's, may do. */
  duties: readonly Duty[]
}
