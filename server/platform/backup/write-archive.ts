/** Writes the gzipped tar archive of a backup, entry by entry; no more than a few chunks are in memory. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { StartError } from '../config/config.ts'
import { hashWith } from './hash-with.ts'

/** An archive that is being written. */
export interface Archive {
  /** Both return the entry's data for the manifest: its size in bytes and its SHA-256 in hexadecimal. */
  addFile(name: string, source: string): Promise<{ bytes: number; sha256: string }>
  addBytes(name: string, bytes: Buffer): Promise<{ bytes: number; sha256: string }>
  /** Resolves when everything is on the disk. */
  end(): Promise<void>
  abandon(): Promise<void>
}

/** Without time and owner the same rows make the same archive. */
const common = { mode: 0o600, mtime: new Date(0) }

/** Creates `file`, encrypted if there is a `seal`. Every function throws StartError with one line where the disk refuses. */
export function openArchive(file: string, seal?: Transform): Archive {
  const tar = pack()
  const out = createWriteStream(file, { mode: 0o600 })
  let failed: Error | undefined
  out.on('error', (error) => (failed = error))
  const gzip = createGzip({ level: 6 })
  const written = seal ? pipeline(tar, gzip, seal, out) : pipeline(tar, gzip, out)
  written.catch(() => {}) // the next call of add or end throws it
  /** Throws the error of the disk instead of the one that it caused in the streams before it. */
  const refuse = (error: unknown): never => {
    throw failed ? new StartError(`Cannot write ${file}: ${failed.message}.`) : error
  }
  const begin = (name: string, size: number) => {
    try {
      return tar.entry({ ...common, name, size })
    } catch (error) {
      // The disk refused after the entry before was handed on.
      return refuse(error)
    }
  }
  return {
    async addFile(name, source) {
      const hash = createHash('sha256')
      const { size } = await stat(source)
      const entry = begin(name, size)
      await pipeline(createReadStream(source), hashWith(hash), entry).catch(refuse)
      return { bytes: size, sha256: hash.digest('hex') }
    },
    async addBytes(name, bytes) {
      const entry = begin(name, bytes.length)
      entry.end(bytes)
      await finished(entry).catch(refuse)
      return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    },
    async end() {
      tar.finalize()
      await written.catch(refuse)
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
