/** Stores uploaded pictures in a folder of this machine, or in a bucket that all nodes share. */
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { CircuitBreaker } from '../providers/circuit-breaker.ts'
import { Refusal } from '../refusal.ts'
import { type Bucket, openBucket } from './bucket.ts'

/** The only file of a document that was uploaded as PDF (private-document.ts). */
export const pdfFile = 'document.pdf'

/** Keys and file names are made by the shop and never taken from a request unchecked. */
export interface PictureStore {
  has(key: string): Promise<boolean>
  /** Stores all files of a folder under a key, all or none. The folder must not be used afterwards. */
  put(key: string, folder: string): Promise<void>
  read(key: string, file: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  remove(key: string): Promise<void>
}

/** `breaker` guards the requests to the bucket. */
export function openPictureStore(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  log: Logger,
  breaker: CircuitBreaker,
): PictureStore {
  return s3 ? inBucket(openBucket(s3), log, breaker) : inFolder(path.join(dataDir, 'media', 'pictures'))
}

function inFolder(root: string): PictureStore {
  const folderOf = (key: string) => path.join(root, key)
  return {
    has: (key) =>
      access(folderOf(key)).then(
        () => true,
        () => false,
      ),
    async put(key, folder) {
      for (const file of await readdir(folder)) await flush(path.join(folder, file))
      await mkdir(root, { recursive: true })
      try {
        await rename(folder, folderOf(key))
      } catch (error) {
        // Another upload of the same picture was stored a moment earlier.
        if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
      }
    },
    async read(key, file) {
      try {
        return new Uint8Array(await readFile(path.join(folderOf(key), file)))
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (key) => rm(folderOf(key), { recursive: true, force: true }),
  }
}

const unreachable = 'Pictures cannot be reached at the moment. Please try again.'
const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
}
/** Written last and removed first: an uploaded picture with this file has all its files. */
const last = '480.webp'
const others = ['240.avif', '480.avif', '960.avif', pdfFile]

function inBucket(bucket: Bucket, log: Logger, { run }: CircuitBreaker): PictureStore {
  const nameOf = (key: string, file: string) => `pictures/${key}/${file}`
  // A bucket that does not answer is a passing failure: 503 with Retry-After instead of 500.
  const reached = async <T>(work: () => Promise<T>): Promise<T> =>
    run(work).catch((error: unknown) => {
      log.warn({ err: error }, 'bucket of pictures')
      throw new Refusal('unavailable', unreachable, { retryAfterSeconds: 10 })
    })
  return {
    has: (key) => reached(() => bucket.has(nameOf(key, last))),
    async put(key, folder) {
      const files = await readdir(folder)
      for (const file of [...others, last].filter((one) => files.includes(one))) {
        const bytes = await readFile(path.join(folder, file))
        await reached(() => bucket.put(nameOf(key, file), bytes, types[path.extname(file)] ?? ''))
      }
    },
    read: (key, file) => reached(() => bucket.get(nameOf(key, file))),
    async remove(key) {
      for (const file of [last, ...others]) await run(() => bucket.remove(nameOf(key, file)))
    },
  }
}

/** Flushes a file to the disk: a picture whose address was handed out must survive a power cut. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? ''
}
