/** Cookies: reading the header and writing our own with the attributes that api-rules §2 asks for. */
import { parse } from 'hono/utils/cookie'

export function readCookies(headers: Headers): Record<string, string> {
  const header = headers.get('cookie')
  return header ? parse(header) : {}
}

interface CookieOptions {
  maxAgeSeconds: number
  /** Read by scripts; never for anything secret. */
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
