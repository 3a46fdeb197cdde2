/** The shop's own key: sealed texts in the database and keyed hashes of short codes. Never stored beside them. */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from './config.ts'

export interface Secrets {
  /** Encrypts a text so that only this shop reads it back; `purpose` must be the same on both sides. */
  seal(purpose: string, text: string): string
  unseal(purpose: string, sealed: string): string
  /** HMAC-SHA256 of a short secret such as a one-time code. */
  keyedHash(purpose: string, text: string): Buffer
}

/** A random token for a cookie and what is stored of it. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: tokenHash(token) }
}

/** Tokens have 256 random bits, so a plain hash cannot be searched. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function openSecrets(masterKey: string): Secrets {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, 'hariyali', purpose, 32))
  return {
    seal(purpose, text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
    },
    unseal(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    keyedHash: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest(),
  }
}

/** APP_SECRET, or a key made on first start and kept in the data folder for its owner only. */
export function masterKey(configured: string | undefined, dataDir: string): string {
  if (configured) return configured
  const file = path.join(dataDir, 'app-secret')
  try {
    // 'wx' fails where another process was first; then its key counts.
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code !== 'EEXIST')
      throw new StartError(`Cannot write to the data folder ${dataDir}: ${code ?? String(error)}.`)
  }
  const key = readFileSync(file, 'utf8')
  if (key.length < 32)
    throw new StartError(`The key in ${file} is damaged; without it sealed data cannot be read.`)
  return key
}
