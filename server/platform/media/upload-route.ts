/** POST /media/v1_1/local/image/upload: the image cloud's unsigned upload, answered by our own store (api-rules §4). */
import { type Area, type Role, teamAreas } from '../../../contract/endpoint.ts'
import { documentUpload } from '../../../contract/document-upload.ts'
import { refusalParts } from '../http/errors.ts'
import { authorize, type RequestPolicy } from '../http/authorize.ts'
import type { HttpApp } from '../http/http-app.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { localUploadPath, privateUploadPath, reviewUploadPath } from './image-host.ts'
import { pictureSlots } from './make-pictures.ts'
import { openPictureQueue } from './picture-queue.ts'
import { keepDocument } from './private-document.ts'
import { keepPrivate } from './private-picture.ts'
import { keepReviewPhoto } from './review-photo.ts'
import { type KeepPicture, uploadPicture } from './upload-picture.ts'
import { openUploadPlaces } from './upload-places.ts'

const maxUploads = 50

/** The ways to upload: pictures and photos of reviews, which everybody sees; photos of returns and scales, and documents, which are private. */
export function uploadRoute(shop: Shop, app: HttpApp, policy: RequestPolicy): void {
  const queue = openPictureQueue(pictureSlots)
  const places = openUploadPlaces(maxUploads)
  const mount = (
    path: string,
    roles: readonly [Role, ...Role[]],
    areas: readonly [Area, ...Area[]],
    keep?: KeepPicture,
  ) =>
    app.post(path, async (c) => {
      try {
        // With a cloud configured, browsers upload there and the public store accepts nothing.
        if (shop.config.cloudinary && !keep) throw new Refusal('not-found', 'Not found')
        const session = await authorize(c, policy, { roles, duties: ['catalogue'], areas })
        // A shop's pictures are the shop's, whoever of its team uploads them.
        const accountId = session.partyId
        const uploaded = await places.run(accountId, (place) =>
          uploadPicture(shop, { queue, place }, accountId, c.req.raw, keep),
        )
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
  mount(localUploadPath, ['SELLER', 'ADMIN'], ['products'])
  mount(privateUploadPath, ['CUSTOMER', 'SELLER'], ['orders', 'money'], keepPrivate)
  mount(reviewUploadPath, ['CUSTOMER'], teamAreas, keepReviewPhoto)
  mount(documentUpload.url, ['SELLER'], ['products'], keepDocument)
}
