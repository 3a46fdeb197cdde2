/** The photos of a form with their uploads; a photo is uploaded as soon as it is chosen. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UploadSettings } from '../../contract/settings.ts'
import { fileProblem } from '../uploads/check-file.ts'
import { type Upload, uploadFile } from '../uploads/upload-file.ts'

export interface FormPhoto {
  key: number
  name: string
  preview: string
  /** The address to send with the form; null during the upload, and where it failed. */
  address: string | null
  /** How much is sent, 0 to 1. */
  sent: number
  /** Why it was not uploaded. */
  problem: string | null
}

let keys = 0
/** The address of a private photo ends with its id. */
export const photoIdOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1)

const storedPhoto = (address: string, index: number): FormPhoto => ({
  key: (keys += 1),
  name: `photo ${index + 1}`,
  preview: address,
  address,
  sent: 1,
  problem: null,
})

/** `stored` are the addresses of photos that the form has already. */
export function usePhotos(settings: UploadSettings, stored: readonly string[] = []) {
  const [photos, setPhotos] = useState<readonly FormPhoto[]>(() => stored.map(storedPhoto))
  /** The same list for uploads that end between two renderings. */
  const latest = useRef(photos)
  const running = useRef(new Map<number, { upload: Upload; ended: Promise<void> }>())
  const [tooMany, setTooMany] = useState(false)

  function change(next: readonly FormPhoto[]): void {
    latest.current = next
    setPhotos(next)
  }
  const update = (key: number, values: Partial<FormPhoto>) =>
    change(latest.current.map((photo) => (photo.key === key ? { ...photo, ...values } : photo)))

  async function follow(key: number, upload: Upload): Promise<void> {
    try {
      update(key, { address: await upload.address, sent: 1 })
    } catch (error) {
      update(key, { problem: (error as Error).message || 'This photo could not be uploaded.' })
    }
    running.current.delete(key)
  }

  function add(files: readonly File[]): void {
    const room = settings.maxImages - latest.current.filter(({ problem }) => problem === null).length
    setTooMany(files.length > room)
    for (const file of files.slice(0, Math.max(0, room))) {
      const key = (keys += 1)
      const problem = fileProblem(file, settings)
      const preview = problem === null ? URL.createObjectURL(file) : ''
      change([...latest.current, { key, name: file.name, preview, address: null, sent: 0, problem }])
      if (problem !== null) continue
      const upload = uploadFile(file, settings, (sent) => update(key, { sent }))
      running.current.set(key, { upload, ended: follow(key, upload) })
    }
  }

  function remove(key: number): void {
    const gone = latest.current.find((photo) => photo.key === key)
    running.current.get(key)?.upload.cancel()
    if (gone?.preview) URL.revokeObjectURL(gone.preview)
    change(latest.current.filter((photo) => photo.key !== key))
    setTooMany(false)
  }

  const stopAll = useEffectEvent(() => {
    for (const { upload } of running.current.values()) upload.cancel()
    for (const { preview } of latest.current) if (preview) URL.revokeObjectURL(preview)
  })
  useEffect(() => () => stopAll(), [])

  return {
    list: photos,
    tooMany,
    add,
    remove,
    /** Waits for the running uploads; returns the addresses, and whether a photo is shown that is not uploaded. */
    async settled(): Promise<{ addresses: string[]; failed: boolean }> {
      await Promise.all([...running.current.values()].map(({ ended }) => ended))
      return {
        addresses: latest.current.flatMap(({ address }) => address ?? []),
        failed: latest.current.some(({ problem }) => problem !== null),
      }
    },
  }
}

export type Photos = ReturnType<typeof usePhotos>
