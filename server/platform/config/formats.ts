/** The forms of values that several settings share. Each refuses with words that follow the name of the setting. */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

export const url = (protocols: RegExp, example: string) =>
  z
    .url({ protocol: protocols, error: `must be an address such as ${example}`, abort: true })
    .refine(hasReadableUser, 'has a % in its user or password that must be written as %25')

/** Whether user and password can be percent-decoded, as every client that connects with them does. */
function hasReadableUser(address: string): boolean {
  const { username, password } = new URL(address)
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** The address of a site: what browsers send in Origin, which has small letters, no default port and no slash at its end. */
export const origin = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: `must be an address such as ${example}`, abort: true })
    .refine(
      (address) => /^https?:\/\/[^/?#@]*\/*$/i.test(address),
      `must be an address without a path such as ${example}`,
    )
    .transform((address) => new URL(address).origin)

export const wholeNumber = (min: number, max: number) => {
  const words = `must be a number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,5}$/, words)
    .transform(Number)
    .refine((n) => n >= min && n <= max, words)
}

/** 0 lets the system choose. */
export const port = wholeNumber(0, 65_535)
export const host = z.string().regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an IP address')
export const email = z.email({ error: 'must be an e-mail address' })
export const text = (maxLength: number) => z.string().trim().min(1, 'must not be empty').max(maxLength)

/** What `openssl pkey -pubout` prints between its two lines. Undefined for anything else. */
export function readPublicKey(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' })
    return key.asymmetricKeyType === 'x25519' ? key : undefined
  } catch {
    return undefined
  }
}
