/** Where uploaded pictures lie: a folder of this machine. Nodes that share one see each other's pictures. */
import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** What a bucket would have to do in the folder's place. Keys and file names are made by the shop. */
export interface PictureStore {
  has(key: string): Promise<boolean>
  /** Takes a folder with all files of a picture over, wholly or not at all. */
  put(key: string, folder: string): Promise<void>
  read(key: string, file: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  remove(key: string): Promise<void>
  /** A new folder for a picture in the making. */
  makeWorkFolder(): Promise<string>
  /** Removes work folders that a crash left behind. */
  tidy(): Promise<void>
}

const forgottenAfterMs = 3_600_000

export function openPictureFolder(dataDir: string): PictureStore {
  const root = path.join(dataDir, 'media')
  const work = path.join(root, 'incoming')
  const folderOf = (key: string) => path.join(root, 'pictures', key)
  return {
    has: (key) => exists(folderOf(key)),
    async put(key, folder) {
      for (const file of await readdir(folder)) await flush(path.join(folder, file))
      await mkdir(path.dirname(folderOf(key)), { recursive: true })
      try {
        await rename(folder, folderOf(key))
      } catch (error) {
        // The same picture came from somebody else a moment earlier.
        if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
        await rm(folder, { recursive: true, force: true })
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
    async makeWorkFolder() {
      const folder = path.join(work, randomUUID())
      await mkdir(folder, { recursive: true })
      return folder
    },
    async tidy() {
      const names = await readdir(work).catch(() => [])
      for (const name of names) {
        const folder = path.join(work, name)
        const made = await stat(folder).catch(() => undefined)
        if (made && Date.now() - made.mtimeMs > forgottenAfterMs)
          await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

async function exists(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  )
}

/** A picture whose address was given out must survive a power cut. */
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
