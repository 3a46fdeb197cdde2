/** Folders for pictures in progress. They are on the same disk as the store, so that a finished one is moved and not copied. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config/config.ts'

const forgottenAfterMs = 3_600_000

const rootOf = ({ dataDir }: Pick<Config, 'dataDir'>) => path.join(dataDir, 'media', 'incoming')

export async function makeWorkFolder(config: Pick<Config, 'dataDir'>): Promise<string> {
  await tidyWorkFolders(config)
  const folder = path.join(rootOf(config), randomUUID())
  await mkdir(folder, { recursive: true })
  return folder
}

/** Removes folders that a crash of this node left behind. */
async function tidyWorkFolders(config: Pick<Config, 'dataDir'>): Promise<void> {
  for (const name of await readdir(rootOf(config)).catch(() => [])) {
    const folder = path.join(rootOf(config), name)
    const made = await stat(folder).catch(() => undefined)
    if (made && Date.now() - made.mtimeMs > forgottenAfterMs)
      await rm(folder, { recursive: true, force: true })
  }
}
