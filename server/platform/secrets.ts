/** The shop's own key: encrypted texts in the database and keyed hashes of short codes. It is never stored beside them. */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Config, StartError } from './config/config.ts'

export interface Secrets {
  /** Encrypts a text so that only this shop decrypts it; `purpose` must be the same on both sides. */
  seal(purpose: string, text: string): string
  /** Decrypts a text of the present key or an older one; throws for everything else. */
  unseal(purpose: string, sealed: string): string
  /** The prefix of texts that the present key encrypts. */
  sealedBy: string
  /** HMAC-SHA256 of a short secret such as a one-time code. */
  keyedHash(purpose: string, text: string): Buffer
  /** The same with the present key and with each older one. */
  keyedHashes(purpose: string, text: string): Buffer[]
}

/** A random token for a cookie, and its stored form. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: tokenHash(token) }
}

/** Tokens have 256 random bits, so a plain hash cannot be searched. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * The format is `1:<key>:<base64>`. The 1 is AES-256-GCM with a key by HKDF-SHA-256; the key's name reveals nothing about it.
 * Texts without both are older than the names of keys; their key is found by trying, because GCM authenticates.
 */
const sealedForm = /^1:([0-9a-f]{8}):([A-Za-z0-9+/=]+)$/

/** `olderKeys` (APP_SECRET_OLD) still decrypt their texts. */
export function openSecrets(masterKey: string, olderKeys: readonly string[] = []): Secrets {
  const present = openKey(masterKey)
  const keys = [present, ...olderKeys.map(openKey)]
  const sealedBy = `1:${present.name}:`
  return {
    sealedBy,
    seal: (purpose, text) => sealedBy + present.encrypt(purpose, text),
    unseal(purpose, sealed) {
      const [, name, body = sealed] = sealedForm.exec(sealed) ?? []
      for (const key of keys.filter((one) => name === undefined || one.name === name)) {
        try {
          return key.decrypt(purpose, body)
        } catch {
          // Of another key, or damaged: the next key is tried.
        }
      }
      throw new Error('sealed with a key that this shop does not have')
    },
    keyedHash: (purpose, text) => present.hash(purpose, text),
    keyedHashes: (purpose, text) => keys.map((key) => key.hash(purpose, text)),
  }
}

function openKey(masterKey: string) {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, 'hariyali', purpose, 32))
  const hash = (purpose: string, text: string) => createHmac('sha256', keyFor(purpose)).update(text).digest()
  return {
    name: hash('name-of-key', 'hariyali').toString('hex').slice(0, 8),
    hash,
    encrypt(purpose: string, text: string): string {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
    },
    decrypt(purpose: string, sealed: string): string {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, 12), {
        authTagLength: 16,
      })
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** The keys of the configuration: the present one and those of APP_SECRET_OLD. */
export function secretsOf(config: Pick<Config, 'appSecret' | 'olderAppSecrets' | 'dataDir'>): Secrets {
  return openSecrets(masterKey(config.appSecret, config.dataDir), config.olderAppSecrets)
}

/** APP_SECRET, or a key made on first start and kept in the data folder for its owner only. */
function masterKey(configured: string | undefined, dataDir: string): string {
  if (configured) return configured
  const file = path.join(dataDir, 'app-secret')
  try {
    // 'wx' fails where another process was first; then its key is used.
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
