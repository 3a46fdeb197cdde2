import { chmodSync, mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * Creates a folder for the data of one test, accessible to other users: as root, the embedded database runs as another user,
 * and without access it would put its data into a system folder that no test removes.
 */
export function makeTempFolder(prefix: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), prefix))
  chmodSync(folder, 0o755)
  return folder
}
