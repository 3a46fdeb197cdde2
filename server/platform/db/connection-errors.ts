/** The meaning of the driver's errors for the connection and for the caller. */

/** The database did not respond, or not in time. The request had no effect, or a repetition finds its effect. */
export class DatabaseUnavailable extends Error {
  /** PostgreSQL's or the system's code of the reason. */
  readonly code: string
  constructor(cause: unknown) {
    super((cause as Error | null)?.message || String(cause), { cause })
    this.code = codeOf(cause) ?? 'none'
  }
}

/** The code of PostgreSQL or of the system, where the error has one. */
export function codeOf(error: unknown): string | undefined {
  return (error as { code?: string } | null)?.code
}

const networkCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Whether the connection can no longer be used: its session has ended, or its state is unknown. */
export function isConnectionLoss(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return (
    // 25P03 and 25P04: a transaction paused or took too long. 25006: the server is no longer the primary.
    /^(57P0|08|25P0[34]|25006)/.test(code) ||
    networkCodes.has(code) ||
    /Connection terminated|not queryable|Query read timeout/.test(String(error))
  )
}

/**
 * Whether a prepared statement of this connection is no longer valid: the server has forgotten it (26000), or a table that its cached
 * plan reads has changed. A new connection prepares it again.
 */
export function isStalePlan(error: unknown): boolean {
  const code = codeOf(error)
  const { routine } = Object(error) as { routine?: unknown }
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
}

/** Whether the database did not respond, not in time, or lacked resources (53…), so that the request is not at fault. */
export function isUnavailable(error: unknown): boolean {
  return isConnectionLoss(error) || /^(53|58|40001|40P01|55P03|57014)/.test(codeOf(error) ?? '')
}

/** Whether all connections were in use for as long as the pool waits for one. */
export function isPoolFull(error: unknown): boolean {
  return /timeout exceeded when trying to connect/.test(String(error))
}
