/** Writes the gzipped tar archive of a backup, entry by entry; no more than a few chunks are in memory. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { StartError } from '../config.ts'
import { hashWith } from './hash-with.ts'

/** An archive that is being written. */
export interface Archive {
  /** Both answer what the manifest says of the entry: its size in bytes and its SHA-256 in hexadecimal. */
  addFile(name: string, source: string): Promise<{ bytes: number; sha256: string }>
  addBytes(name: string, bytes: Buffer): Promise<{ bytes: number; sha256: string }>
  /** Resolves when everything is on the disk. */
  end(): Promise<void>
  abandon(): Promise<void>
}

/** Creates `file`. Every function throws StartError with one line where the disk refuses. */
export function openArchive(file: string): Archive {
  const tar = pack()
  const out = createWriteStream(file, { mode: 0o600 })
  let failed: Error | undefined
  out.on('error', (error) => (failed = error))
  const written = pipeline(tar, createGzip({ level: 6 }), out)
  written.catch(() => {}) // whoever adds or ends hears of it
  const toWords = (error: unknown) =>
    failed ? new StartError(`Cannot write ${file}: ${failed.message}.`) : error

  async function add(name: string, bytes: number, content: Readable) {
    const hash = createHash('sha256')
    // No time and no owner: the same rows make the same archive.
    const entry = tar.entry({ name, size: bytes, mode: 0o600, mtime: new Date(0) })
    try {
      await pipeline(content, hashWith(hash), entry)
    } catch (error) {
      throw toWords(error)
    }
    return { bytes, sha256: hash.digest('hex') }
  }
  return {
    async addFile(name, source) {
      const { size } = await stat(source)
      return add(name, size, createReadStream(source))
    },
    addBytes: (name, bytes) => add(name, bytes.length, Readable.from([bytes])),
    async end() {
      tar.finalize()
      await written.catch((error: unknown) => {
        throw toWords(error)
      })
      const handle = await open(file, 'r+')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
    async abandon() {
      tar.destroy()
      await written.catch(() => {})
    },
  }
}
