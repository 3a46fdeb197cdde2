/** Takes one picture into the store: received, judged, made into the sizes of the storefront, kept (specification §7). */
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { limits } from '../../contract/limits.ts'
import { onlyPictures } from '../../contract/settings.ts'
import { spend } from '../http/rate-limit.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { picturePath, publicImageUrl, uploadKey } from './address.ts'
import { localPreset } from './image-host.ts'
import { makeSizes, type Turnstile } from './make-pictures.ts'
import { boundaryOf, readMultipart } from './multipart.ts'
import { isMoreThanDrawing, pictureKind } from './picture-kind.ts'
import { putPicture } from './queries.ts'
import { receiveBody } from './receive-body.ts'
import { makeWorkFolder } from './work-folder.ts'

/** Beside the file the form has its own lines. */
const formBytes = 10_000
const uploadsAnHour = 300
const onlyDrawings = 'This SVG file contains other pictures or documents. Please save it as PNG.'

export interface Uploaded {
  public_id: string
  secure_url: string
  format: string
  bytes: number
}

/**
 * Answers the address to send in `imageUrls`; the same file again has the same one.
 * Refuses: wrong-type for what is no such form; too-large; invalid for a wrong preset, a missing, damaged or too large
 * picture or another kind of file; too-often past 300 an hour.
 */
export async function uploadPicture(
  shop: Shop,
  turnstile: Turnstile,
  accountId: string,
  request: Request,
): Promise<Uploaded> {
  const boundary = boundaryOf(request.headers.get('content-type'))
  if (!boundary) throw new Refusal('wrong-type', 'Send the picture as multipart/form-data.')
  await spend(shop.db, [{ key: `upload:${accountId}`, max: uploadsAnHour, seconds: 3_600 }])
  const folder = await makeWorkFolder(shop.config)
  try {
    const body = `${folder}.body`
    await receiveBody(request, body, limits.uploadBytesMax + formBytes)
    // One at a time from here on: that is what bounds the memory.
    return await turnstile(() => keep(shop, accountId, { folder, body, boundary }))
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(`${folder}.body`, { force: true })
    await rm(`${folder}.file`, { force: true })
  }
}

async function keep(
  shop: Shop,
  accountId: string,
  { folder, body, boundary }: { folder: string; body: string; boundary: string },
): Promise<Uploaded> {
  const bytes = fileIn(await readFile(body), boundary)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const key = uploadKey(hash)
  let made = false
  const make = async () => {
    if (made) return
    await writeFile(`${folder}.file`, bytes)
    await makeSizes(`${folder}.file`, folder)
    made = true
  }
  if (!(await shop.pictures.has(key))) await make()
  // The row before the files: whoever removes this picture at the moment has finished then, and nobody begins to.
  await putPicture(shop.db, key, accountId)
  if (!(await shop.pictures.has(key))) {
    await make()
    await shop.pictures.put(key, folder)
  }
  return {
    public_id: key,
    secure_url: publicImageUrl(shop.config, picturePath(key)),
    format: 'webp',
    bytes: bytes.length,
  }
}

/** The bytes of the picture in the form. */
function fileIn(body: Buffer, boundary: string): Buffer {
  const parts = readMultipart(body, boundary)
  if (!parts) throw new Refusal('invalid', 'This form is broken off or malformed.')
  const preset = parts.find((part) => part.name === 'upload_preset')?.bytes.toString('utf8')
  if (preset !== localPreset) throw new Refusal('invalid', 'Upload preset not found')
  const [file, ...more] = parts.filter((part) => part.name === 'file' && part.filename !== undefined)
  if (!file || more.length > 0) throw new Refusal('invalid', 'Send one file in the field file.')
  if (file.bytes.length > limits.uploadBytesMax)
    throw new Refusal('too-large', `This file is too large: at most ${limits.uploadBytesMax / 1_000_000} MB.`)
  const kind = pictureKind(file.bytes)
  if (!kind) throw new Refusal('invalid', onlyPictures)
  if (kind === 'svg' && isMoreThanDrawing(file.bytes)) throw new Refusal('invalid', onlyDrawings)
  return file.bytes
}
