/**
 * Structured logs. Bodies, cookies and query strings are not logged; what of them, or of a person, stands in a text all the
 * same, as in the message of a provider's error, is masked in every string of every line (server/observe/mask.ts).
 */
import pino from 'pino'
import { maskDeep } from './mask.ts'
import { currentTraceId } from './trace.ts'

type Fields = Record<string, unknown>

export function openLog(level: string): pino.Logger {
  const log = pino({
    level,
    base: null,
    mixin() {
      const traceId = currentTraceId()
      return traceId ? { traceId } : {}
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: (fields) => maskDeep(fields) as Fields },
    // Masked already; pino's own would look for the driver's fields again.
    serializers: { err: (error: unknown) => error },
    hooks: {
      logMethod([first, ...others], method) {
        // Without words of its own a line would get the error's, past the masking.
        const error = first instanceof Error ? first : (first as Fields | null)?.err
        const words = others.length === 0 && error instanceof Error ? [error.message] : others
        const fields: unknown = first instanceof Error ? { err: first } : first
        const [begin, ...rest] = [fields, ...words].map((one) =>
          typeof one === 'string' ? maskDeep(one) : one,
        )
        method.apply(this, [begin, ...rest.map((one) => maskDeep(one))] as Parameters<typeof method>)
      },
    },
  })
  // The fields of a child pass by the formatter.
  const { child } = log
  log.child = function (this: pino.Logger, fields, options) {
    return child.call(this, maskDeep(fields) as Fields, options)
  } as typeof child
  return log
}

/** The path as the log shows it: addresses that people put into paths are masked. */
export function loggedPath(pathname: string): string {
  const masked =
    pathname.includes('@') || pathname.includes('%40')
      ? pathname.replace(/[^/]+/g, (part) => (/.(?:@|%40)./.test(part) ? ':email' : part))
      : pathname
  return masked.slice(0, 200)
}
