/** POST /media/v1_1/local/image/upload: the image cloud's unsigned upload, answered by our own store (api-rules §4). */
import { refusalParts } from '../http/errors.ts'
import { authorize, type RequestPolicy } from '../http/authorize.ts'
import type { HttpApp } from '../http/http-app.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { localUploadPath } from './image-host.ts'
import { pictureSlots } from './make-pictures.ts'
import { openPictureQueue } from './picture-queue.ts'
import { uploadPicture } from './upload-picture.ts'

/** Being sent or waiting to be made: what bounds the room that they take on the disk. */
const insideAtMost = 50
/** Of one account: two forms that each send all their pictures, and fewer when places are short, so that some stay for others. */
const insideOfOneAtMost = (inside: number) => (inside < 20 ? 10 : inside < 35 ? 4 : 2)
const tooManyOfOne = 'Too many uploads at once. Please wait for those that are on their way.'
const tooMany = 'Too many uploads at the moment. Please try again.'

export function uploadRoute(shop: Shop, app: HttpApp, policy: RequestPolicy): void {
  const queue = openPictureQueue(pictureSlots)
  const insideOf = new Map<string, number>()
  let inside = 0
  app.post(localUploadPath, async (c) => {
    try {
      // With a cloud configured, nothing is taken in here.
      if (shop.config.cloudinary) throw new Refusal('not-found', 'Not found')
      const { accountId } = await authorize(c, policy, { roles: ['SELLER', 'ADMIN'] })
      const own = insideOf.get(accountId) ?? 0
      if (own >= insideOfOneAtMost(inside))
        throw new Refusal('too-often', tooManyOfOne, { retryAfterSeconds: 10 })
      if (inside >= insideAtMost) throw new Refusal('unavailable', tooMany, { retryAfterSeconds: 10 })
      inside += 1
      insideOf.set(accountId, own + 1)
      const uploaded = await uploadPicture(shop, queue, accountId, c.req.raw).finally(() => {
        inside -= 1
        const left = (insideOf.get(accountId) ?? 1) - 1
        if (left > 0) insideOf.set(accountId, left)
        else insideOf.delete(accountId)
      })
      return c.json(uploaded, 200, { 'cache-control': 'no-store' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Both the shop's envelope and the cloud's, so that one client reads the answers of either.
      const { status, headers, body } = refusalParts(error)
      return new Response(JSON.stringify({ ...body, error: { message: error.message } }), { status, headers })
    }
  })
}
