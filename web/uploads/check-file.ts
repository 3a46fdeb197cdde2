import { onlyPictures, type UploadSettings } from '../../contract/settings.ts'

const typeOf: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
}

/** Why a chosen file cannot be uploaded, or null. The server also checks the content. */
export function fileProblem(
  file: File,
  { types, maxBytes }: UploadSettings,
  wrongType = onlyPictures,
): string | null {
  // Some systems give no type; then the extension decides.
  const type = file.type || typeOf[file.name.split('.').at(-1)?.toLowerCase() ?? ''] || ''
  if (!types.includes(type)) return wrongType
  if (file.size > maxBytes) return `This file is too large: at most ${Math.floor(maxBytes / 1_000_000)} MB.`
  if (file.size === 0) return 'This file is empty.'
  return null
}
