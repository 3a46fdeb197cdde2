import { chmodSync, mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * Makes a folder for the data of one test. Others may enter it: under root the embedded database runs as somebody else,
 * and where that one cannot enter, the data goes to a folder of the system that no test would remove.
 */
export function makeTempFolder(prefix: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), prefix))
  chmodSync(folder, 0o755)
  return folder
}
