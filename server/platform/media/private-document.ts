/**
 * Documents that only some people may see: a picture, which is made anew like every other, or a PDF. A PDF is stored as it came,
 * and browsers save it instead of showing it. What they show is a copy of its pages.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { limits } from '../../../contract/limits.ts'
import type { Queryable } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { copyPages } from './make-pictures.ts'
import { drawNote } from './pdf-note.ts'
import { isPdf } from './picture-kind.ts'
import { pdfFile } from './picture-store.ts'
import { keepPrivate, readPrivatePicture } from './private-picture.ts'
import { isUploadOf, putPicture } from './queries.ts'
import type { KeepPicture } from './upload-picture.ts'

const tooLarge = `This document is too large: at most ${limits.documentBytesMax / 1_000_000} MB.`

/** Its address ends with its key: `d-` and an id for a PDF, `r-` for a picture. */
export const keepDocument: KeepPicture = async (shop, accountId, file) => {
  if (!isPdf(file.bytes)) {
    const kept = await keepPrivate(shop, accountId, file)
    return { ...kept, secure_url: addressOf(`r-${kept.public_id}`) }
  }
  if (file.bytes.length > limits.documentBytesMax) throw new Refusal('too-large', tooLarge)
  const key = `d-${newId()}`
  await writeFile(path.join(file.folder, pdfFile), file.bytes)
  await putPicture(shop.db, key, accountId)
  await shop.pictures.put(key, file.folder)
  return { public_id: key, secure_url: addressOf(key), format: 'pdf', bytes: file.bytes.length }
}
keepDocument.takesPdf = true

const addressOf = (key: string) => `/api/v1/private/green-claim-documents/${key}`

/** Whether this account has uploaded it, and it is still there. */
export const hasUploaded = (db: Queryable, accountId: string, key: string): Promise<boolean> =>
  isUploadOf(db, accountId, key)

export const documentType = (key: string): 'pdf' | 'picture' => (key.startsWith('d-') ? 'pdf' : 'picture')

/** As a file to send. The caller has checked who may see it. Refuses: not-found where its files are gone. */
export async function readDocument(shop: Shop, key: string) {
  if (documentType(key) === 'picture')
    return {
      bytes: await readPrivatePicture(shop, key.slice(2)),
      name: `${key}.avif`,
      type: 'image/avif' as const,
      attached: false,
    }
  const bytes = await shop.pictures.read(key, pdfFile)
  if (!bytes) throw notFound()
  return { bytes, name: `${key}.pdf`, type: 'application/pdf' as const, attached: true }
}

const unreadable = 'This PDF cannot be shown here: it is protected or damaged. Please save it to read it.'

/** The pages of a PDF, to be shown in a frame of our own pages. Refuses: not-found for a picture, and where its files are gone. */
export async function readPages(shop: Shop, key: string) {
  const bytes = documentType(key) === 'pdf' && (await shop.pictures.read(key, pdfFile))
  if (!bytes) throw notFound()
  const copy = await copyPages(shop, Buffer.from(bytes)).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'invalid') return drawNote(unreadable)
    throw error
  })
  return { bytes: new Uint8Array(copy), name: `${key}.pdf`, framed: true as const }
}
