/** Pictures that no product shows: removed after a day, with their files (docs/data-retention.md). */
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { jpeg, upload, uploaded } from '../../../tests/setup/pictures.ts'
import { addSubcategory, productInput } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { agePictures } from '../../../tests/setup/clock.ts'
import { sql } from '../db/sql.ts'
import { removeUnusedPictures } from './remove-unused.ts'
import { makeWorkFolder } from './work-folder.ts'

let shop: TestShop
let seller: Seller
beforeAll(async () => {
  shop = await startTestShop()
  seller = await addSeller(shop)
})
afterAll(() => shop.stop())

const folder = () => path.join(shop.running.shop.config.dataDir, 'media')

describe('unused pictures', () => {
  const jobsDone = () =>
    eventually(
      () => shop.db.query(sql`select from pgboss.job where name = 'remove-picture' and state <> 'completed'`),
      (left) => left.length === 0,
    )

  test(
    'are removed after a day; pictures of a product stay, also when it no longer shows them',
    nightly('Uploads that are decoded. retention.test.ts deletes rows after their time each time.'),
    async () => {
      const [used, replaced, orphan, young] = [
        await uploaded(seller),
        await uploaded(seller),
        await uploaded(seller),
        await uploaded(seller),
      ]
      const subcategory = await addSubcategory(shop)
      const { body } = await seller.post('/private/product/add', productInput(subcategory, [used, replaced]))
      await seller.post(`/private/product/edit/${body.id}`, productInput(subcategory, [used]))
      const keyOf = (url: string) => url.split('/').at(-2) ?? ''
      await shop.db.query(sql`
      update picture set uploaded_at = now() - interval '25 hours' where key <> ${keyOf(young)}`)
      await removeUnusedPictures(shop.running.shop)
      const kept = [used, replaced, young].map(keyOf).toSorted()
      await eventually(
        async () => readdirSync(path.join(folder(), 'pictures')).toSorted(),
        (there) => isDeepStrictEqual(there, kept),
      )
      expect((await fetch(orphan.replace('480.webp', '240.avif'))).status).toBe(404)
      const late = await seller.post('/private/product/add', productInput(subcategory, [orphan]))
      expect(late.status).toBe(400)
    },
  )

  test(
    'a removed picture can be uploaded again, also while it is being removed',
    nightly(
      'Pictures that are decoded many times in a race. That unused ones go and used ones stay is proved above each time.',
    ),
    async () => {
      const bytes = await jpeg()
      for (let round = 0; round < 5; round += 1) {
        const { body } = await upload(seller, bytes)
        await agePictures(shop, body.public_id)
        const [again] = await Promise.all([upload(seller, bytes), removeUnusedPictures(shop.running.shop)])
        expect(again.status).toBe(200)
        await jobsDone()
        expect(existsSync(path.join(folder(), 'pictures', again.body.public_id, '960.avif'))).toBe(true)
        // As if an hour had passed.
        await shop.db.query(sql`update picture set files_gone_at = files_gone_at - interval '61 minutes'`)
        await removeUnusedPictures(shop.running.shop)
      }
    },
  )

  test(
    'the same content has four keys while its files are being removed, and no more',
    nightly('A picture is encoded five times. Removal and protection of used pictures are proven each time.'),
    async () => {
      const bytes = await jpeg()
      const keys = new Set<string>()
      for (let turn = 0; turn < 4; turn += 1) {
        const { body } = await upload(seller, bytes)
        keys.add(body.public_id)
        await agePictures(shop, body.public_id)
        await removeUnusedPictures(shop.running.shop)
      }
      expect(keys.size).toBe(4)
      const { status, body } = await upload(seller, bytes)
      expect([status, body.msg]).toEqual([503, 'This picture is being removed. Please try again later.'])
    },
  )

  test('work folders that a crash left behind are removed by the next upload', async () => {
    const left = await makeWorkFolder(shop.running.shop.config)
    const now = await makeWorkFolder(shop.running.shop.config)
    utimesSync(left, new Date(0), new Date(0))
    await uploaded(seller)
    expect([existsSync(left), existsSync(now)]).toEqual([false, true])
  })
})
