/** The folder in which a backup or a restore has rows as text for a moment. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config/config.ts'

/** Each table is a file of its own, which makes the folder new again: no table takes as long. */
const forgottenAfterMs = 6 * 3_600_000
const ours = /^(?:backup|restore)-[A-Za-z0-9]{6}$/

export async function makeRowsFolder(
  { dataDir }: Pick<Config, 'dataDir'>,
  of: 'backup' | 'restore',
): Promise<string> {
  await tidyRowsFolders(dataDir)
  return mkdtemp(path.join(dataDir, `${of}-`))
}

/** Removes what a backup or restore that was killed left behind: names, addresses and password hashes. */
async function tidyRowsFolders(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!ours.test(name)) continue
    const folder = path.join(dataDir, name)
    const made = await stat(folder).catch(() => undefined)
    if (made?.isDirectory() && Date.now() - made.mtimeMs > forgottenAfterMs)
      await rm(folder, { recursive: true, force: true })
  }
}
