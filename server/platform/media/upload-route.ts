/** POST /media/v1_1/local/image/upload: the image cloud's unsigned upload, answered by our own store (api-rules §4). */
import type { Role } from '../../../contract/endpoint.ts'
import { refusalParts } from '../http/errors.ts'
import { authorize, type RequestPolicy } from '../http/authorize.ts'
import type { HttpApp } from '../http/http-app.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { localUploadPath, privateUploadPath } from './image-host.ts'
import { pictureSlots } from './make-pictures.ts'
import { openPictureQueue } from './picture-queue.ts'
import { keepPrivate } from './private-picture.ts'
import { type KeepPicture, type Uploaded, uploadPicture } from './upload-picture.ts'

/** How many uploads may be received or waiting at once, which bounds the space that they take on the disk. */
const maxUploads = 50
/** How many of them one account may have: two forms with all their pictures, and fewer when slots get scarce. */
const maxUploadsOfAccount = (uploads: number) => (uploads < 20 ? 10 : uploads < 35 ? 4 : 2)
const tooManyOfOne = 'Too many uploads at once. Please wait for those that are on their way.'
const tooMany = 'Too many uploads at the moment. Please try again.'

/** The two ways to upload: pictures that everybody sees, and photos of returns, which are private (api-rules §4). */
export function uploadRoute(shop: Shop, app: HttpApp, policy: RequestPolicy): void {
  const queue = openPictureQueue(pictureSlots)
  const uploadsOf = new Map<string, number>()
  let uploads = 0
  const take = async (accountId: string, upload: () => Promise<Uploaded>) => {
    const own = uploadsOf.get(accountId) ?? 0
    if (own >= maxUploadsOfAccount(uploads))
      throw new Refusal('too-often', tooManyOfOne, { retryAfterSeconds: 10 })
    if (uploads >= maxUploads) throw new Refusal('unavailable', tooMany, { retryAfterSeconds: 10 })
    uploads += 1
    uploadsOf.set(accountId, own + 1)
    return upload().finally(() => {
      uploads -= 1
      const left = (uploadsOf.get(accountId) ?? 1) - 1
      if (left > 0) uploadsOf.set(accountId, left)
      else uploadsOf.delete(accountId)
    })
  }
  const mount = (path: string, roles: readonly [Role, ...Role[]], keep?: KeepPicture) =>
    app.post(path, async (c) => {
      try {
        // With a cloud configured, browsers upload there and the public store accepts nothing.
        if (shop.config.cloudinary && !keep) throw new Refusal('not-found', 'Not found')
        const { accountId } = await authorize(c, policy, { roles, duties: ['catalogue'] })
        const uploaded = await take(accountId, () => uploadPicture(shop, queue, accountId, c.req.raw, keep))
        return c.json(uploaded, 200, { 'cache-control': 'no-store' })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // Both the shop's envelope and the cloud's, so that one client reads the responses of either.
        const { status, headers, body } = refusalParts(error)
        return new Response(JSON.stringify({ ...body, error: { message: error.message } }), {
          status,
          headers,
        })
      }
    })
  // Administrators upload the pictures of subcategories.
  mount(localUploadPath, ['SELLER', 'ADMIN'])
  mount(privateUploadPath, ['CUSTOMER'], keepPrivate)
}
