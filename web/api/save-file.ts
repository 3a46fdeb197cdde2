import { checkFile, readFile } from './client.ts'

/** Has the browser save a file of the shop. */
export function saveFile(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** The same for a file that is requested first: a refused download would be saved as a broken file. Throws ApiError. */
export async function checkAndSaveFile(address: string): Promise<void> {
  await checkFile(address)
  saveFile(address)
}

/** The same for a file that is costly to make. Throws ApiError. */
export async function readAndSaveFile(address: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await readFile(address))
  saveFile(url, name)
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
