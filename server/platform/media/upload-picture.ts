/** Uploads one picture: receives it, checks it, makes the sizes of the storefront and stores them (specification §7). */
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { limits } from '../../../contract/limits.ts'
import { onlyDocuments } from '../../../contract/document-upload.ts'
import { onlyPictures } from '../../../contract/settings.ts'
import { type Limit, checkLimit, consumeLimit } from '../rate-limit.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { picturePath, publicImageUrl, uploadKeys } from './address.ts'
import { localPreset } from './image-host.ts'
import { CostlyPicture, makeSizes } from './make-pictures.ts'
import { boundaryOf, readMultipart } from './multipart.ts'
import { isPdf, isUnsafeSvg, pictureKind } from './picture-kind.ts'
import type { PictureQueue } from './picture-queue.ts'
import { countUnused, putPicture, removedAmong } from './queries.ts'
import { receiveBody } from './receive-body.ts'
import type { Place } from './upload-places.ts'
import { makeWorkFolder } from './work-folder.ts'

/** A form has boundaries, headers and short fields beside the file. */
const formBytes = 10_000
const uploadsAnHour = 300
/** How many pictures of one account may be refused for their cost: each may have taken seconds of processor time. */
const costlyAnHour = 10
const tooCostly =
  'Too many of your pictures took too long to be read. Please save them as plain JPEG or PNG and try again later.'
/** How many pictures of an account may be there that nothing uses; they stay for a day. A return has five photos at most. */
const unusedMax = (keep: KeepPicture) => (keep === keepPublic ? 300 : 20)
const tooManyUnused =
  'Too many of your pictures are not used yet. Please save what they are for, or try again tomorrow.'
const costlyFilters = 'This SVG file uses filters that take too long to be drawn. Please save it as PNG.'
const maxFilterSteps = 20
const onlyDrawings = 'This SVG file contains other pictures or documents. Please save it as PNG.'

interface Uploaded {
  public_id: string
  secure_url: string
  format: string
  bytes: number
}

/**
 * Stores the picture with `keep` and returns its address: by default the one to send in `imageUrls`. The same file again has
 * the same address. Refuses: wrong-type for a body that is no multipart form and for another kind of file; too-large for more
 * than 12 MB; invalid for a malformed form, a wrong preset, a missing, damaged or too costly picture; too-often after 300
 * uploads an hour, or 10 that were too costly, or while nothing uses 300 of the account, or 20 photos; unavailable, with
 * Retry-After, when it waited a minute for its turn.
 */
export async function uploadPicture(
  shop: Shop,
  { queue, place }: { queue: PictureQueue; place: Place },
  accountId: string,
  request: Request,
  keep: KeepPicture = keepPublic,
): Promise<Uploaded> {
  const boundary = boundaryOf(request.headers.get('content-type'))
  if (!boundary) throw new Refusal('wrong-type', 'Send the picture as multipart/form-data.')
  await consumeLimit(shop.db, [{ key: `upload:${accountId}`, max: uploadsAnHour, seconds: 3_600 }])
  const costly = costlyLimit(accountId)
  await checkLimit(shop.db, costly, tooCostly)
  const folder = await makeWorkFolder(shop.config)
  try {
    const body = `${folder}.body`
    await receiveBody(request, body, limits.uploadBytesMax + formBytes, place.taken)
    place.arrived()
    // Only a few run at once from here on, which bounds the memory.
    return await queue.run(accountId, async () => {
      // Checked again: pictures that were sent together with this one may have reached the limit meanwhile.
      await checkLimit(shop.db, costly, tooCostly)
      if ((await countUnused(shop.db, accountId)) >= unusedMax(keep))
        throw new Refusal('too-often', tooManyUnused, { retryAfterSeconds: 3_600 })
      return keep(shop, accountId, {
        folder,
        bytes: fileIn(await readFile(body), boundary, keep.takesPdf === true),
      })
    })
  } catch (error) {
    if (error instanceof CostlyPicture) await count(shop, costly)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(`${folder}.body`, { force: true })
  }
}

/**
 * Stores a picture that the server fetched for a seller, in our own store; returns its address. Refuses as `uploadPicture`, but
 * for the limits of uploads.
 */
export async function storeFetched(shop: Shop, accountId: string, bytes: Buffer): Promise<string> {
  const costly = costlyLimit(accountId)
  await checkLimit(shop.db, costly, tooCostly)
  requirePicture(bytes)
  const folder = await makeWorkFolder(shop.config)
  try {
    return (await keepPublic(shop, accountId, { folder, bytes })).secure_url
  } catch (error) {
    if (error instanceof CostlyPicture) await count(shop, costly)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const costlyLimit = (accountId: string): Limit[] => [
  { key: `upload-costly:${accountId}`, max: costlyAnHour, seconds: 3_600 },
]

/** Counts a costly picture. If that reaches the limit, the next upload is refused and not this one. */
async function count(shop: Shop, limits: readonly Limit[]): Promise<void> {
  await consumeLimit(shop.db, limits).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/** Makes the sizes of a checked picture in `folder`, which is empty, and stores them. */
export interface KeepPicture {
  (shop: Shop, accountId: string, picture: { folder: string; bytes: Buffer }): Promise<Uploaded>
  /** Whether it takes PDFs, too. */
  takesPdf?: true
}

/** For pictures that everybody may see: the address is made from the content. */
const keepPublic: KeepPicture = async (shop, accountId, { folder, bytes }) => {
  const hash = createHash('sha256').update(bytes).digest('hex')
  let made = false
  const make = async () => {
    if (made) return
    await makeSizes(shop, bytes, folder)
    made = true
  }
  // The row comes before the files: then no job begins to remove this picture, and a key under removal is passed over.
  const key = await putFirst(shop, accountId, uploadKeys(hash), make)
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

/** Inserts the row under the first key that is free and returns the key. Refuses: unavailable while all are being removed. */
async function putFirst(
  shop: Shop,
  accountId: string,
  keys: readonly string[],
  make: () => Promise<void>,
): Promise<string> {
  const removed = await removedAmong(shop.db, keys)
  for (const key of keys.filter((one) => !removed.includes(one))) {
    // The sizes are made before the row, so that a damaged picture leaves no row.
    if (!(await shop.pictures.has(key))) await make()
    if (await putPicture(shop.db, key, accountId)) return key
  }
  throw new Refusal('unavailable', 'This picture is being removed. Please try again later.', {
    retryAfterSeconds: 3_600,
  })
}

/** The bytes of the picture in the form. Refuses: invalid, wrong-type and too-large, as uploadPicture says. */
function fileIn(body: Buffer, boundary: string, takesPdf: boolean): Buffer {
  const parts = readMultipart(body, boundary)
  if (!parts) throw new Refusal('invalid', 'This form is broken off or malformed.')
  const preset = parts.find((part) => part.name === 'upload_preset')?.bytes.toString('utf8')
  if (preset !== localPreset) throw new Refusal('invalid', 'Upload preset not found')
  const [file, ...more] = parts.filter((part) => part.name === 'file' && part.filename !== undefined)
  if (!file || more.length > 0) throw new Refusal('invalid', 'Send one file in the field file.')
  requirePicture(file.bytes, takesPdf)
  return file.bytes
}

function requirePicture(bytes: Buffer, takesPdf = false): void {
  if (bytes.length > limits.uploadBytesMax)
    throw new Refusal('too-large', `This file is too large: at most ${limits.uploadBytesMax / 1_000_000} MB.`)
  const kind = pictureKind(bytes)
  if (!kind && takesPdf && isPdf(bytes)) return
  if (!kind) throw new Refusal('wrong-type', takesPdf ? onlyDocuments : onlyPictures)
  if (kind === 'svg' && isUnsafeSvg(bytes)) throw new Refusal('invalid', onlyDrawings)
  if (kind === 'svg' && hasCostlyFilters(bytes)) throw new Refusal('invalid', costlyFilters)
}

const costlySteps = ['Morphology', 'Turbulence', 'ConvolveMatrix', 'Lighting', 'DisplacementMap']

/**
 * Whether a drawing has filters that are known to be slow. Shadows and blurs of ordinary drawings are allowed. Other
 * costly drawings are ended by their processor time (make-sizes.ts); this check only gives a better reason, earlier.
 */
function hasCostlyFilters(svg: Buffer): boolean {
  const steps = svg.toString('latin1').match(/<(?:[\w.-]{1,50}:)?fe[A-Z]\w{2,30}/g) ?? []
  return (
    steps.length > maxFilterSteps || steps.some((step) => costlySteps.some((name) => step.endsWith(name)))
  )
}
