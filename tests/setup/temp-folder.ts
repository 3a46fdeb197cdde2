import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * Creates a folder for the data of one test, accessible to other users: as root, the embedded database runs as another user,
 * and without access it would put its data into a system folder that no test removes.
 */
export function makeTempFolder(prefix: string, parent = os.tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, prefix))
  chmodSync(folder, 0o755)
  return folder
}

/** Where many small files cost least: shared memory with room for 4 GB, else the usual folder. */
export function memoryFolder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return os.tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 4e9 ? memory : os.tmpdir()
}
