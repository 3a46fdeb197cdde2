/** Photos of returns: who may add, see and use them, and when they are deleted. */
import { expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { agePictures } from '../../../tests/setup/clock.ts'
import { type Admin } from '../../../tests/setup/people.ts'
import { jpeg, upload, uploadedPhoto } from '../../../tests/setup/pictures.ts'
import { ask, asked, postReturn, sellDelivered } from '../../../tests/setup/returns.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { type Customer, type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { privateKey } from '../../platform/media/private-picture.ts'
import { removeUnusedPictures } from '../../platform/media/remove-unused.ts'
import { deleteReturnPhotos } from './photos.ts'

let shop: TestShop
let admin: Admin
let seller: Seller
let stranger: Customer
withShop({ courier: true }, async (made) => {
  ;({ shop, admin, seller } = made)
  stranger = await shop.customer('stranger')
})

const refused = async (buyer: Customer, orderId: string, photos: string[]) => {
  const answer = await ask(buyer, orderId, { photos })
  expect(answer.status).toBe(400)
  return answer.body.msg as string
}

test(
  'files that are no pictures, and photos of other people',
  nightly(
    'Uploads of each wrong kind. upload.test.ts refuses them, and the next test proves who sees a photo each time.',
  ),
  async () => {
    const path = '/media/v1_1/returns/image/upload'
    expect((await upload(stranger, Buffer.from('%PDF-1.7'), { path })).status).toBe(415)
    expect((await upload(admin, await jpeg(), { path })).status).toBe(403)
    expect((await upload(shop.client(), await jpeg(), { path })).status).toBe(401)
    const { orderId, buyer } = await sellDelivered(shop, seller, {})
    await refused(buyer, orderId, [await uploadedPhoto(stranger)])
    const own = await uploadedPhoto(buyer)
    await refused(buyer, orderId, [own, own])
    const id = await asked(buyer, orderId, { photos: [own] })
    await postReturn(buyer, id, 'withdraw')
    expect(await refused(buyer, orderId, [own])).toContain('not there any more')
  },
)

test('photos are seen by their buyer, the seller of the order and administrators only, and by no public address', async () => {
  const { orderId, buyer } = await sellDelivered(shop, seller, {})
  const photo = await uploadedPhoto(buyer)
  const see = async (who: { request: Customer['request'] }) =>
    (await who.request(`/api/v1/private/returns/photos/${photo}`, {})).status
  const other = await addSeller(shop)
  expect([await see(buyer), await see(seller), await see(admin)]).toEqual([200, 404, 404])
  await asked(buyer, orderId, { photos: [photo] })
  expect([await see(buyer), await see(seller), await see(admin)]).toEqual([200, 200, 200])
  expect([await see(stranger), await see(other), await see(shop.client())]).toEqual([404, 404, 401])
  const answer = await buyer.request(`/api/v1/private/returns/photos/${photo}`, {})
  expect([answer.headers.get('cache-control'), answer.headers.get('content-type')]).toEqual([
    'no-store',
    'image/avif',
  ])
  for (const name of ['480.webp', '960.avif', '960.jpg'])
    expect((await shop.client().request(`/media/p/r-${photo}/${name}`, {})).status).toBe(404)
})

test(
  'photos that no return has go after a day, those of a return three years after its end, with their files',
  nightly(
    'Photos of years that are uploaded first. retention.test.ts proves that rows go after their time each time.',
  ),
  async () => {
    const { orderId, buyer } = await sellDelivered(shop, seller, {})
    const unused = await uploadedPhoto(buyer)
    const used = await uploadedPhoto(buyer)
    const id = await asked(buyer, orderId, { photos: [used] })
    const there = async () => {
      await agePictures(shop)
      await removeUnusedPictures(shop.running.shop)
      const files = await Promise.all(
        [unused, used].map((photo) => shop.running.shop.pictures.has(privateKey(photo))),
      )
      return files.join()
    }
    const until = (wanted: string) => eventually(there, (files) => files === wanted)
    await until('false,true')
    await postReturn(buyer, id, 'withdraw')
    await deleteReturnPhotos(shop.running.shop, 500)
    expect(await there()).toBe('false,true')
    await shop.db.query(
      sql`update return_request set updated_at = now() - interval '3 years 1 day' where id = ${id}`,
    )
    expect(await deleteReturnPhotos(shop.running.shop, 500)).toBe(1)
    await until('false,false')
  },
)

test(
  'a buyer has at most twenty photos that no return has, so that an account without orders fills no disk',
  nightly('Dozens of uploads. costly-pictures.test.ts proves limits of uploads each time.'),
  async () => {
    const { orderId, buyer } = await sellDelivered(shop, seller, {})
    const ids = [await uploadedPhoto(buyer), await uploadedPhoto(buyer)]
    // The others are written: a process decodes each upload.
    await shop.db.query(sql`
    insert into picture (key, uploaded_by)
    select 'r-' || gen_random_uuid(), id from account, generate_series(1, 18) where email = ${buyer.email}`)
    const path = '/media/v1_1/returns/image/upload'
    const photo = await jpeg()
    // Also of several that are sent at once.
    const more = await Promise.all([1, 2, 3].map(() => upload(buyer, photo, { path })))
    expect(more.map(({ status }) => status)).toEqual([429, 429, 429])
    expect(more[0]!.body.msg).toContain('not used yet')
    await asked(buyer, orderId, { photos: ids })
    const again = await Promise.all([1, 2, 3].map(() => upload(buyer, photo, { path })))
    expect(again.filter(({ status }) => status === 200)).toHaveLength(2)
    expect((await upload(stranger, photo, { path })).status).toBe(200)
  },
)
