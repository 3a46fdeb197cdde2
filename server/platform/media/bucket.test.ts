/** Pictures in an S3 bucket (api-rules §4), against a stand-in that stores objects and checks each signature. */
// @module-tag nightly: Pictures in a bucket, an option. upload.test.ts and remove-unused.test.ts prove uploads on the disk each time.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { freePort } from '../../../tests/setup/free-port.ts'
import { jpeg, upload } from '../../../tests/setup/pictures.ts'
import { addSubcategory, productInput } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { agePictures } from '../../../tests/setup/clock.ts'
import { sql } from '../db/sql.ts'
import { openRequestSigner } from './bucket.ts'
import { removeUnusedPictures } from './remove-unused.ts'

const access = { region: 'ap-south-1', accessKeyId: 'TESTKEY', secretAccessKey: 'test-secret' }
const kept = new Map<string, { bytes: Buffer; type: string | undefined }>()
let down = false
/** While it is pending, DELETE requests are not answered. */
let deleting: Promise<void> | undefined
let deletes = 0
let server: Server
let shop: TestShop
beforeAll(async () => {
  const port = await freePort()
  server = createServer((request, response) => void answer(request, response)).listen(port, '127.0.0.1')
  shop = await startTestShop({
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: access.region,
      S3_BUCKET: 'shop-pictures',
      S3_ACCESS_KEY_ID: access.accessKeyId,
      S3_SECRET_ACCESS_KEY: access.secretAccessKey,
    },
  })
})
afterAll(async () => {
  await shop.stop()
  server.close()
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  if (down) return void response.writeHead(500).end()
  if (!(await isSigned(request, bytes))) return void response.writeHead(403).end()
  const name = request.url ?? ''
  if (request.method === 'DELETE') {
    deletes += 1
    await deleting
  }
  if (request.method === 'PUT') kept.set(name, { bytes, type: request.headers['content-type'] })
  if (request.method === 'DELETE') kept.delete(name)
  const object = kept.get(name)
  if (!object) return void response.writeHead(request.method === 'DELETE' ? 204 : 404).end()
  response.writeHead(200).end(request.method === 'GET' ? object.bytes : undefined)
}

async function isSigned(request: IncomingMessage, bytes: Buffer): Promise<boolean> {
  // A bucket refuses a body whose length is not announced.
  if (request.method === 'PUT' && Number(request.headers['content-length']) !== bytes.length) return false
  const type = request.headers['content-type']
  const expected = await openRequestSigner(access)({
    method: request.method ?? '',
    url: `http://${request.headers.host}${request.url}`,
    headers: type ? { 'content-type': type } : {},
    ...(bytes.length > 0 && { bytes: new Uint8Array(bytes) }),
    datetime: String(request.headers['x-amz-date']),
  })
  return request.headers.authorization === expected.headers.get('authorization')
}

test("the signature of the example in Amazon's documentation", async () => {
  const sign = openRequestSigner({
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  })
  const { headers } = await sign({
    method: 'GET',
    url: 'https://examplebucket.s3.amazonaws.com/test.txt',
    headers: { range: 'bytes=0-9' },
    datetime: '20130524T000000Z',
  })
  expect(headers.get('authorization')).toContain(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

test('an uploaded picture is stored in the bucket, served from there, and removed when nobody uses it', async () => {
  const seller = await addSeller(shop)
  const { status, body } = await upload(seller, await jpeg())
  expect(status).toBe(200)
  const folder = `/shop-pictures/pictures/${body.public_id}`
  expect([...kept].map(([name, { type }]) => [name, type])).toEqual([
    [`${folder}/240.avif`, 'image/avif'],
    [`${folder}/480.avif`, 'image/avif'],
    [`${folder}/960.avif`, 'image/avif'],
    [`${folder}/480.webp`, 'image/webp'],
  ])
  const served = await fetch(body.secure_url)
  expect(
    Buffer.from(await served.arrayBuffer()).equals(kept.get(`${folder}/480.webp`)?.bytes ?? Buffer.alloc(0)),
  ).toBe(true)
  await agePictures(shop)
  await removeUnusedPictures(shop.running.shop)
  await eventually(
    async () => [...kept.keys()],
    (names) => names.length === 0,
  )
})

test('while the bucket fails an upload is answered 503 in words; afterwards the same file is accepted', async () => {
  const seller = await addSeller(shop)
  const bytes = await jpeg()
  down = true
  const refused = await upload(seller, bytes)
  expect([refused.status, refused.body.msg]).toEqual([
    503,
    'Pictures cannot be reached at the moment. Please try again.',
  ])
  expect((await fetch(`${shop.url}/media/p/u-${'0'.repeat(32)}/480.webp`)).status).toBe(503)
  down = false
  expect((await upload(seller, bytes)).status).toBe(200)
  expect((await fetch(`${shop.url}/media/p/u-${'0'.repeat(32)}/480.webp`)).status).toBe(404)
})

describe('while the bucket does not answer requests to remove a picture', () => {
  const age = (key: string) => agePictures(shop, key)
  const filesOf = (key: string) => [...kept.keys()].filter((name) => name.includes(key)).length
  const jobOf = async (key: string) => {
    const [job] = await shop.db.query<{ state: string; retryCount: number }>(sql`
      select state::text, retry_count as "retryCount" from pgboss.job
      where name = 'remove-picture' and data ->> 'key' = ${key} order by created_on desc limit 1`)
    return job
  }
  const isDone = (key: string) =>
    eventually(
      () => jobOf(key),
      (job) => job?.state === 'completed',
    )
  async function send(seller: Seller, bytes: Uint8Array): Promise<{ key: string; url: string }> {
    const { status, body } = await upload(seller, bytes)
    expect([status, body.msg]).toEqual([200, undefined])
    return { key: body.public_id, url: body.secure_url }
  }

  test(
    'no transaction stays open, and the same picture can be uploaded again, used, and keeps its files',
    nightly(
      'It waits for time limits of the bucket. Storing, removal and failed uploads are proven each time.',
    ),
    async () => {
      const seller = await addSeller(shop)
      const bytes = await jpeg()
      const first = await send(seller, bytes)
      await age(first.key)
      const { promise, resolve } = Promise.withResolvers<void>()
      deleting = promise
      deletes = 0
      try {
        await removeUnusedPictures(shop.running.shop)
        await eventually(
          async () => deletes,
          (count) => count > 0,
        )
        const open = await shop.db.query(sql`
        select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`)
        expect(open).toEqual([])
        const second = await send(seller, bytes)
        expect(second.key).not.toBe(first.key)
        const input = productInput(await addSubcategory(shop, 'Pans'), [second.url])
        expect((await seller.post('/private/product/add', input)).status).toBe(200)
        // A picture that is being removed cannot be used any more.
        const late = productInput(await addSubcategory(shop, 'Pots'), [first.url])
        expect((await seller.post('/private/product/add', late)).status).toBe(400)
        resolve()
        await isDone(first.key)
        expect([filesOf(first.key), filesOf(second.key)]).toEqual([0, 4])
        expect((await fetch(second.url)).status).toBe(200)
      } finally {
        resolve()
        deleting = undefined
      }
      // Its key may be used again an hour after its files were removed, and no sooner.
      await removeUnusedPictures(shop.running.shop)
      const third = await send(seller, bytes)
      expect(third.key).not.toBe(first.key)
      await shop.db.query(
        sql`update picture set files_gone_at = now() - interval '61 minutes' where key = ${first.key}`,
      )
      await removeUnusedPictures(shop.running.shop)
      expect((await send(seller, bytes)).key).toBe(first.key)
    },
  )

  test('the queue retries the removal, and it is started again after the queue gave up', async () => {
    const { key } = await send(await addSeller(shop), await jpeg())
    await age(key)
    down = true
    try {
      await removeUnusedPictures(shop.running.shop)
      await eventually(
        () => jobOf(key),
        (job) => job?.state === 'retry',
      )
      await shop.db.query(sql`
        update pgboss.job set state = 'failed', completed_on = now() where name = 'remove-picture' and data ->> 'key' = ${key}`)
    } finally {
      down = false
    }
    await removeUnusedPictures(shop.running.shop)
    expect([await jobOf(key), filesOf(key)]).toMatchObject([{ state: 'failed' }, 4])
    await shop.db.query(sql`update picture set removed_at = now() - interval '49 hours' where key = ${key}`)
    await removeUnusedPictures(shop.running.shop)
    await isDone(key)
    expect(filesOf(key)).toBe(0)
  })

  test('a removal job that runs twice or late removes no picture that is in use', async () => {
    const { key } = await send(await addSeller(shop), await jpeg())
    const { jobs, db } = shop.running.shop
    await db.transaction((tx) => jobs.send(tx, 'remove-picture', { key }))
    await isDone(key)
    expect(filesOf(key)).toBe(4)
  })
})
