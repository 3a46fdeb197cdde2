/** The folder for everything that is kept on this machine. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { StartError } from './config/config.ts'

/** Makes the folder where it is missing. Throws StartError with one line when it cannot be made or written. */
export function openDataFolder(folder: string): void {
  try {
    make(folder)
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `Cannot write to the data folder ${folder}: ${(error as NodeJS.ErrnoException).code ?? String(error)}. Set DATA_DIR to another one.`,
    )
  }
}

/** Step by step, because mkdirSync's own `recursive` never returns on a file system without folders to make, such as /proc. */
function make(folder: string): void {
  if (existsSync(folder)) return
  make(path.dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process of ours may have been a moment earlier.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
