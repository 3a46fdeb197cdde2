/** The ordered list of a product form's pictures, stored ones and those that are being uploaded. */
import { useRef, useState } from 'react'

export interface FormPicture {
  id: string
  /** The stored address; null during the upload. */
  url: string | null
  /** The address of what is shown: of the chosen file (blob:) or of the stored picture. */
  preview: string
  name: string
  /** What is to be seen on it. */
  text: string
  /** How much of the file is sent, 0 to 1. */
  sent: number
}

let ids = 0
export const newId = () => `picture-${(ids += 1)}`

export function usePictureList(start: readonly string[], texts: readonly string[]) {
  const [pictures, setPictures] = useState<readonly FormPicture[]>(() =>
    start.map((url, index) => {
      const text = texts[index] ?? ''
      return { id: newId(), url, preview: url, name: `Image ${index + 1}`, text, sent: 1 }
    }),
  )
  /** The same list for uploads that end between two renderings. */
  const latest = useRef(pictures)

  function change(next: readonly FormPicture[]): void {
    latest.current = next
    setPictures(next)
  }

  return {
    pictures,
    latest: () => latest.current,
    append: (picture: FormPicture) => change([...latest.current, picture]),
    update: (id: string, values: Partial<FormPicture>) =>
      change(latest.current.map((picture) => (picture.id === id ? { ...picture, ...values } : picture))),
    /** Takes the picture out and returns it. */
    take(id: string): FormPicture | undefined {
      const taken = latest.current.find((picture) => picture.id === id)
      change(latest.current.filter((picture) => picture.id !== id))
      if (taken) releasePreview(taken)
      return taken
    },
    /** Moves the picture to a place, counted from 0, and returns it; undefined where it cannot be moved. */
    move(id: string, place: number): FormPicture | undefined {
      const moved = latest.current.find((picture) => picture.id === id)
      const others = latest.current.filter((picture) => picture.id !== id)
      if (!moved || place < 0 || place > others.length) return undefined
      change([...others.slice(0, place), moved, ...others.slice(place)])
      return moved
    },
  }
}

/** Frees the memory of a chosen file; to be called when its picture is not shown any longer. */
export function releasePreview({ preview }: FormPicture): void {
  if (preview.startsWith('blob:')) URL.revokeObjectURL(preview)
}
