/**
 * Encrypts an archive to a public key, so that the machine that makes backups cannot read them. The file: a mark, the public
 * half of a key made for this archive, the AES-256-GCM text, and its tag of 16 bytes.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import { StartError } from '../config/config.ts'

const mark = Buffer.from('hariyali backup 1\n')
const publicBytes = 44
const tagBytes = 16
/** Every archive has a key of its own, so the nonce may be the same. */
const nonce = Buffer.alloc(12)

const spkiOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })

function keyOf(privateKey: KeyObject, publicKey: KeyObject, ephemeral: Buffer, recipient: Buffer): Buffer {
  const shared = diffieHellman({ privateKey, publicKey })
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([ephemeral, recipient]), mark, 32))
}

/** A stream that encrypts what is written to it. */
export function sealTo(recipient: KeyObject): Transform {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const ephemeral = spkiOf(publicKey)
  const cipher = createCipheriv(
    'aes-256-gcm',
    keyOf(privateKey, recipient, ephemeral, spkiOf(recipient)),
    nonce,
  )
  let begun = false
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (!begun) this.push(Buffer.concat([mark, ephemeral]))
      begun = true
      done(null, cipher.update(piece))
    },
    flush(done) {
      const last = cipher.final()
      done(null, Buffer.concat([last, cipher.getAuthTag()]))
    },
  })
}

/**
 * The bytes of an archive, decrypted if it is encrypted. The stream fails at its end if a byte was changed: nothing of it may be
 * used before. Throws StartError without a key, or with another one's.
 */
export async function readSealed(file: string, privateKeyPem: string | undefined): Promise<Readable> {
  const handle = await open(file)
  try {
    const head = await readAt(handle, 0, mark.length + publicBytes)
    if (!head.subarray(0, mark.length).equals(mark)) return handle.createReadStream({ start: 0 })
    if (privateKeyPem === undefined)
      throw new StartError('This archive is encrypted: name the file of its private key with --key.')
    const { size } = await handle.stat()
    const tag = await readAt(handle, size - tagBytes, tagBytes)
    const ephemeral = head.subarray(mark.length)
    const key = readPrivateKey(privateKeyPem)
    const publicKey = createPublicKey({ key: ephemeral, type: 'spki', format: 'der' })
    const decipher = createDecipheriv(
      'aes-256-gcm',
      keyOf(key, publicKey, ephemeral, spkiOf(createPublicKey(key))),
      nonce,
    ).setAuthTag(tag)
    const source = handle.createReadStream({ start: head.length, end: size - tagBytes - 1 })
    source.on('error', (error) => decipher.destroy(error))
    return source.pipe(decipher)
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await handle.read(bytes, 0, length, Math.max(0, position))
  return bytes.subarray(0, bytesRead)
}

function readPrivateKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'x25519') return key
  } catch {
    // Told below.
  }
  throw new StartError(
    'The file after --key is no private key of X25519 (openssl genpkey -algorithm x25519).',
  )
}
