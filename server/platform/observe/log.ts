/**
 * Structured logs. Bodies, cookies and query strings are not logged. Texts such as the message of a provider's error may
 * quote them, or a person's data, all the same: every string of every line is masked (server/platform/observe/mask.ts).
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
    // Already masked. The serializer of pino would add the driver's fields again, which hold rows.
    serializers: { err: (error: unknown) => error },
    hooks: {
      logMethod([first, ...others], method) {
        // A line without a message would get the error's from pino, unmasked.
        const error = first instanceof Error ? first : (first as Fields | null)?.err
        const messages = others.length === 0 && error instanceof Error ? [error.message] : others
        const fields: unknown = first instanceof Error ? { err: first } : first
        const [begin, ...rest] = [fields, ...messages].map((one) =>
          typeof one === 'string' ? maskDeep(one) : one,
        )
        method.apply(this, [begin, ...rest.map((one) => maskDeep(one))] as Parameters<typeof method>)
      },
    },
  })
  // The fields of a child logger bypass the formatter.
  const { child } = log
  log.child = function (this: pino.Logger, fields, options) {
    return child.call(this, maskDeep(fields) as Fields, options)
  } as typeof child
  return log
}

/** The path as the log shows it: e-mail addresses in it are masked. */
export function loggedPath(pathname: string): string {
  const masked =
    pathname.includes('@') || pathname.includes('%40')
      ? pathname.replace(/[^/]+/g, (part) => (/.(?:@|%40)./.test(part) ? ':email' : part))
      : pathname
  return masked.slice(0, 200)
}
