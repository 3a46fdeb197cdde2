/** Unpacks an archive into a folder and checks it against its manifest, before a restore changes anything. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { StartError } from '../config/config.ts'
import { hashWith } from './hash-with.ts'
import { entryName, type Manifest, manifestName, manifestSchema } from './manifest.ts'
import { readSealed } from './seal-archive.ts'

/** Throws StartError with one line for an archive that is damaged or no backup of a shop. */
export async function unpackArchive(archive: string, folder: string, privateKey?: string): Promise<Manifest> {
  const found = new Map<string, { bytes: number; sha256: string }>()
  try {
    const entries = extract()
    const read = pipeline(await readSealed(archive, privateKey), createGunzip(), entries)
    read.catch(() => {}) // awaited below, after the last entry
    for await (const entry of entries) {
      const { name, type } = entry.header
      if (type !== 'file' || !entryName.test(name) || found.has(name))
        throw new Error(`it holds a strange file, ${name}`)
      const hash = createHash('sha256')
      const target = path.join(folder, name)
      await mkdir(path.dirname(target), { recursive: true })
      const file = createWriteStream(target, { mode: 0o600 })
      await pipeline(entry, hashWith(hash), file)
      found.set(name, { bytes: file.bytesWritten, sha256: hash.digest('hex') })
    }
    // gzip's checksum comes at the end of the file.
    await read
    const manifest = await readManifest(path.join(folder, manifestName), found.has(manifestName))
    compare(manifest, found)
    return manifest
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The archive ${archive} cannot be restored: ${(error as Error).message}.`)
  }
}

async function readManifest(file: string, present: boolean): Promise<Manifest> {
  if (!present) throw new Error('it says nothing of itself (no manifest.json)')
  const parsed = manifestSchema.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (!parsed.success) throw new Error('its manifest.json is of another version or damaged')
  return parsed.data
}

function compare(manifest: Manifest, found: ReadonlyMap<string, { bytes: number; sha256: string }>): void {
  const listed = [...manifest.tables, ...manifest.pictures]
  for (const { file, bytes, sha256 } of listed) {
    const own = found.get(file)
    if (!own) throw new Error(`${file} is missing`)
    if (own.bytes !== bytes || own.sha256 !== sha256) throw new Error(`${file} is damaged`)
  }
  if (found.size !== listed.length + 1) throw new Error('it holds files that it does not tell of')
}
