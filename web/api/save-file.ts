import { checkFile } from './client.ts'

/** Has the browser save a file of the shop. */
export function saveFile(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

/** The same for a file that is requested first: a refused download would be saved as a broken file. Throws ApiError. */
export async function checkAndSaveFile(address: string): Promise<void> {
  await checkFile(address)
  saveFile(address)
}
