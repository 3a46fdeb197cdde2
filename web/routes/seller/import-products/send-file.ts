/** Sends a file of products as it is. XMLHttpRequest, because fetch reports no progress of an upload. */
import { importLimits } from '../../../../contract/import-limits.ts'
import { importUpload } from '../../../../contract/product-import.ts'

export interface Sending {
  /** The id of the import. Rejects with an Error that has the reason as its message. */
  id: Promise<string>
  cancel: () => void
}

/** Why a chosen file is not sent at all; null where it may be. */
export function problemOf({ name, size }: File): string | null {
  if (/\.(?:xlsx?|ods|numbers)$/i.test(name))
    return "This is a workbook. Please save it as CSV first: in Excel by Save As with the type 'CSV UTF-8'."
  if (size > importLimits.bytes)
    return `This file is too large: at most ${importLimits.bytes / 1_000_000} MB. Please part it.`
  return size === 0 ? 'This file is empty.' : null
}

/** `onProgress` gets 0 to 1. */
export function sendFile(file: File, onProgress: (sent: number) => void): Sending {
  const request = new XMLHttpRequest()
  const id = new Promise<string>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total)
    }
    request.onloadend = () => {
      const answer = (request.response ?? {}) as { id?: string; msg?: string }
      if (request.status === 200 && answer.id) resolve(answer.id)
      else reject(new Error(reasonOf(request.status, answer.msg)))
    }
  })
  request.open('POST', `${importUpload}?name=${encodeURIComponent(file.name)}`)
  request.responseType = 'json'
  request.setRequestHeader('content-type', 'text/csv')
  request.send(file)
  return { id, cancel: () => request.abort() }
}

function reasonOf(status: number, msg: string | undefined): string {
  if (status === 401 || status === 403) return 'You are logged out. Please log in again in another tab.'
  return msg ?? 'The file could not be sent: the connection broke. Please try again.'
}
