/** Parses the Cookie header and serialises Set-Cookie with the attributes of api-rules §2. */
import { parse } from 'hono/utils/cookie'

export function readCookies(headers: Headers): Record<string, string> {
  const header = headers.get('cookie')
  return header ? parse(header) : {}
}

interface CookieOptions {
  maxAgeSeconds: number
  /** Readable by scripts, that is without HttpOnly; never for secrets. */
  readable?: boolean
  secure: boolean
}

export function serializeCookie(
  name: string,
  value: string,
  { maxAgeSeconds, readable, secure }: CookieOptions,
): string {
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${maxAgeSeconds}`, 'SameSite=Lax']
  if (!readable) parts.push('HttpOnly')
  if (secure) parts.push('Secure')
  return parts.join('; ')
}
