/**
 * The upload of one picture in the image host's unsigned protocol: a form with `file` and `upload_preset`; the reply has
 * `secure_url`.
 */
import type { UploadSettings } from '../../contract/settings.ts'

const silenceMs = 90_000

export interface Upload {
  /**
   * The address for `imageUrls`. Rejects with an Error that has the reason as its message, which is empty where none
   * is known.
   */
  address: Promise<string>
  cancel: () => void
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. `onProgress` gets 0 to 1. */
export function uploadFile(
  file: File,
  { url, preset }: Pick<UploadSettings, 'url' | 'preset'>,
  onProgress: (sent: number) => void,
): Upload {
  const request = new XMLHttpRequest()
  // Aborts when no byte was sent for a while; a slow connection has no other limit.
  let watch: ReturnType<typeof setTimeout>
  const stillMoving = () => {
    clearTimeout(watch)
    watch = setTimeout(() => request.abort(), silenceMs)
  }
  const address = new Promise<string>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => {
      stillMoving()
      if (total > 0) onProgress(loaded / total)
    }
    request.onloadend = () => {
      clearTimeout(watch)
      const answer = (request.response ?? {}) as Answer
      if (request.status === 200 && answer.secure_url) resolve(answer.secure_url)
      else reject(new Error(reasonOf(request, answer)))
    }
  })
  request.open('POST', url)
  request.responseType = 'json'
  const form = new FormData()
  form.set('upload_preset', preset)
  form.set('file', file)
  stillMoving()
  request.send(form)
  return { address, cancel: () => request.abort() }
}

/** The reply of the image host or of the shop's own store, which gives the reason of a refusal in both fields. */
interface Answer {
  secure_url?: string
  msg?: string
  error?: { message?: string }
}

function reasonOf({ status }: XMLHttpRequest, { msg, error }: Answer): string {
  if (status === 0) return 'The connection broke.'
  if (status === 401 || status === 403) return 'You are logged out. Please log in again in another tab.'
  return msg ?? error?.message ?? ''
}
