/** The pictures of a product form with their uploads: stored ones, running ones and failed ones. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { onlyPictures, type UploadSettings } from '../../../../contract/settings.ts'
import { sellingWords } from '../../../messages/selling.ts'
import { sellerToast } from '../seller-toast.tsx'
import { fileProblem } from '../../../uploads/check-file.ts'
import { type Upload, uploadFile } from '../../../uploads/upload-file.ts'
import { newId, releasePreview, usePictureList } from './use-picture-list.ts'

export interface FailedPicture {
  id: string
  file: File
  why: string
  /** False for a file that would fail again. */
  again: boolean
}

export type Pictures = ReturnType<typeof usePictures>

/** `texts`: of the pictures of `start`. `tooMany` is the message for more chosen files than there is room for. */
export function usePictures(
  start: readonly string[],
  texts: readonly string[],
  settings: UploadSettings | null,
  tooMany: string,
) {
  const { pictures, latest, append, update, take, move } = usePictureList(start, texts)
  const [failed, setFailed] = useState<readonly FailedPicture[]>([])
  const [status, setStatus] = useState('')
  const running = useRef(new Map<string, { upload: Upload; ended: Promise<boolean> }>())

  function fail(file: File, why: string, again: boolean): void {
    setFailed((all) => [...all, { id: newId(), file, why, again }])
  }

  const forget = (id: string) => setFailed((all) => all.filter((one) => one.id !== id))

  /** Resolves to false where the upload failed; to true where the picture was stored, or removed by the seller. */
  async function follow(id: string, file: File, upload: Upload): Promise<boolean> {
    try {
      const url = await upload.address
      running.current.delete(id)
      if (latest().some((picture) => picture.url === url)) {
        take(id)
        fail(file, 'This image is there already.', false)
        return true
      }
      update(id, { url, sent: 1 })
      setStatus(`${file.name} is uploaded.`)
      return true
    } catch (error) {
      // The seller removed the picture during its upload.
      if (!running.current.delete(id)) return true
      take(id)
      fail(file, (error as Error).message, true)
      sellerToast.error(sellingWords.uploadImage.failure + file.name)
      return false
    }
  }

  function begin(file: File, to: UploadSettings): void {
    const id = newId()
    append({ id, url: null, preview: URL.createObjectURL(file), name: file.name, text: '', sent: 0 })
    const upload = uploadFile(file, to, (sent) => update(id, { sent }))
    // `follow` reads this map, but an upload settles in a later task at the earliest.
    running.current.set(id, { upload, ended: follow(id, file, upload) })
  }

  function add(files: readonly File[]): void {
    if (!settings) return sellerToast.error(sellingWords.uploadSomeImages.failure)
    const good = files.filter((file) => {
      const why = fileProblem(file, settings)
      if (why !== null) fail(file, why, false)
      return why === null
    })
    if (files.some((file) => fileProblem(file, settings) === onlyPictures))
      sellerToast.error('Invalid file type selected!', onlyPictures)
    const room = settings.maxImages - latest().length
    if (good.length > room) sellerToast.error(tooMany)
    for (const file of good.slice(0, Math.max(0, room))) begin(file, settings)
  }

  const stopAll = useEffectEvent(() => {
    const uploads = [...running.current.values()]
    running.current.clear()
    for (const { upload } of uploads) upload.cancel()
    latest().forEach(releasePreview)
  })
  useEffect(() => () => stopAll(), [])

  return {
    list: pictures,
    failed,
    /** Whether pictures were sent and none of them was stored, which is another error than choosing none. */
    allFailed: pictures.length === 0 && failed.some(({ again }) => again),
    /** The latest change in words, for screen readers. */
    status,
    full: settings !== null && pictures.length >= settings.maxImages,
    settings,
    add,
    retry({ id, file }: FailedPicture): void {
      forget(id)
      add([file])
    },
    forget,
    describe: (id: string, text: string) => update(id, { text }),
    remove(id: string): void {
      const upload = running.current.get(id)?.upload
      running.current.delete(id)
      const removed = take(id)
      upload?.cancel()
      setStatus(`${removed?.name} is removed. ${latest().length} left.`)
    },
    move(id: string, place: number): void {
      const moved = move(id, place)
      if (moved) setStatus(`${moved.name} is image ${place + 1} of ${latest().length} now.`)
    },
    /** Waits for the running uploads. Returns the stored addresses with their texts, and how many of those uploads failed. */
    async settled(): Promise<{ urls: string[]; texts: string[]; lost: number }> {
      const ends = await Promise.all([...running.current.values()].map(({ ended }) => ended))
      const stored = latest().flatMap(({ url, text }) => (url === null ? [] : [{ url, text }]))
      return {
        urls: stored.map(({ url }) => url),
        texts: stored.map(({ text }) => text),
        lost: ends.filter((isStored) => !isStored).length,
      }
    },
  }
}
