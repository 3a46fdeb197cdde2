/** Structured logs. Bodies, cookies and query strings are never logged, so no secret and no e-mail gets in. */
import pino from 'pino'
import { currentTraceId } from '../observe/trace.ts'

export function openLog(level: string): pino.Logger {
  return pino({
    level,
    base: null,
    mixin() {
      const traceId = currentTraceId()
      return traceId ? { traceId } : {}
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.password', '*.otp', '*.cookie', '*.authorization', 'err.config', 'err.headers'],
    serializers: {
      // Only what helps to find the place: a driver's error carries the row that it refused.
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        message: error.message,
        code: error.code,
        stack: error.stack,
      }),
    },
  })
}

/** The path as the log shows it: addresses that people put into paths are masked. */
export function loggedPath(pathname: string): string {
  return pathname.replace(/[^/]+(@|%40)[^/]+/gi, ':email').slice(0, 200)
}
