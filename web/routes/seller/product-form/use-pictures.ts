/** The pictures of a product form: those it has, those on their way and those that failed. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { onlyPictures } from '../../../../contract/settings.ts'
import { sellerToast } from '../seller-toast.tsx'
import { fileProblem } from './check-file.ts'
import type { UploadSettings } from './load-choices.ts'
import { type Upload, uploadFile } from './upload-file.ts'

export interface FormPicture {
  id: string
  /** The stored address; null on its way there. */
  url: string | null
  /** What to show: the chosen file or the stored picture. */
  preview: string
  name: string
  /** How much of it is sent, 0 to 1. */
  sent: number
}

export interface FailedPicture {
  id: string
  file: File
  why: string
  /** False for a file that would fail again. */
  again: boolean
}

let ids = 0
const newId = () => `picture-${(ids += 1)}`

export type Pictures = ReturnType<typeof usePictures>

/** `tooMany` is said when more are chosen than there is room for. */
export function usePictures(start: readonly string[], settings: UploadSettings | null, tooMany: string) {
  const [pictures, setPictures] = useState<readonly FormPicture[]>(() =>
    start.map((url, index) => ({ id: newId(), url, preview: url, name: `Image ${index + 1}`, sent: 1 })),
  )
  const [failed, setFailed] = useState<readonly FailedPicture[]>([])
  const [status, setStatus] = useState('')
  /** As `pictures`, but known at once to uploads that end between two renderings. */
  const now = useRef(pictures)
  const running = useRef(new Map<string, { upload: Upload; ended: Promise<boolean> }>())

  function change(next: readonly FormPicture[]): void {
    now.current = next
    setPictures(next)
  }

  function drop(id: string): FormPicture | undefined {
    const gone = now.current.find((picture) => picture.id === id)
    running.current.delete(id)
    change(now.current.filter((picture) => picture.id !== id))
    if (gone?.preview.startsWith('blob:')) URL.revokeObjectURL(gone.preview)
    return gone
  }

  function fail(file: File, why: string, again: boolean): void {
    setFailed((all) => [...all, { id: newId(), file, why, again }])
  }

  /** Answers whether the picture was stored or taken away, and not failed. */
  async function follow(id: string, file: File, upload: Upload): Promise<boolean> {
    try {
      const url = await upload.address
      if (now.current.some((picture) => picture.url === url)) {
        drop(id)
        fail(file, 'This image is there already.', false)
        return true
      }
      running.current.delete(id)
      change(now.current.map((picture) => (picture.id === id ? { ...picture, url, sent: 1 } : picture)))
      setStatus(`${file.name} is uploaded.`)
      return true
    } catch (error) {
      // Taken away by the person meanwhile.
      if (!running.current.has(id)) return true
      drop(id)
      fail(file, (error as Error).message, true)
      sellerToast.error(`Failed to upload image: ${file.name}`)
      return false
    }
  }

  function begin(file: File, to: UploadSettings): void {
    const id = newId()
    change([...now.current, { id, url: null, preview: URL.createObjectURL(file), name: file.name, sent: 0 }])
    const upload = uploadFile(file, to, (sent) =>
      change(now.current.map((picture) => (picture.id === id ? { ...picture, sent } : picture))),
    )
    // Asked for only after it stands in the map: an upload tells nothing before the next task.
    running.current.set(id, { upload, ended: follow(id, file, upload) })
  }

  function add(files: readonly File[]): void {
    if (!settings) return sellerToast.error('Image upload failed. Please try again.')
    const good = files.filter((file) => {
      const why = fileProblem(file, settings)
      if (why !== null) fail(file, why, false)
      return why === null
    })
    if (files.some((file) => fileProblem(file, settings) === onlyPictures))
      sellerToast.error('Invalid file type selected!', onlyPictures)
    const room = settings.maxImages - now.current.length
    if (good.length > room) sellerToast.error(tooMany)
    for (const file of good.slice(0, Math.max(0, room))) begin(file, settings)
  }

  const stopAll = useEffectEvent(() => {
    const uploads = [...running.current.values()]
    running.current.clear()
    for (const { upload } of uploads) upload.cancel()
    for (const { preview } of now.current) if (preview.startsWith('blob:')) URL.revokeObjectURL(preview)
  })
  useEffect(() => () => stopAll(), [])

  return {
    list: pictures,
    failed,
    /** The latest change, for screen readers. */
    status,
    full: settings !== null && pictures.length >= settings.maxImages,
    settings,
    add,
    retry({ id, file }: FailedPicture): void {
      setFailed((all) => all.filter((one) => one.id !== id))
      add([file])
    },
    forget: (id: string) => setFailed((all) => all.filter((one) => one.id !== id)),
    remove(id: string): void {
      const upload = running.current.get(id)?.upload
      const gone = drop(id)
      upload?.cancel()
      setStatus(`${gone?.name} is removed. ${now.current.length} left.`)
    },
    move(id: string, place: number): void {
      const moved = now.current.find((picture) => picture.id === id)
      const others = now.current.filter((picture) => picture.id !== id)
      if (!moved || place < 0 || place > others.length) return
      change([...others.slice(0, place), moved, ...others.slice(place)])
      setStatus(`${moved.name} is image ${place + 1} of ${others.length + 1} now.`)
    },
    /** Waits for what is on its way. Answers the stored addresses, and how many of the awaited failed. */
    async settled(): Promise<{ urls: string[]; lost: number }> {
      const ends = await Promise.all([...running.current.values()].map(({ ended }) => ended))
      return {
        urls: now.current.flatMap(({ url }) => url ?? []),
        lost: ends.filter((stored) => !stored).length,
      }
    },
  }
}
