/** Pictures in an S3 bucket (contract §4): against a stand-in that keeps what it is sent and checks the signature. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../tests/setup/free-port.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../db/sql.ts'
import { newSeller, upload, jpeg } from '../sellers/testing.ts'
import { signedHeaders } from './bucket.ts'
import { removeUnusedPictures } from './remove-unused.ts'

const access = { region: 'ap-south-1', accessKeyId: 'TESTKEY', secretAccessKey: 'test-secret' }
const kept = new Map<string, { bytes: Buffer; type: string | undefined }>()
let down = false
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
  if (!isSigned(request, bytes)) return void response.writeHead(403).end()
  const name = request.url ?? ''
  if (request.method === 'PUT') kept.set(name, { bytes, type: request.headers['content-type'] })
  if (request.method === 'DELETE') kept.delete(name)
  const object = kept.get(name)
  if (!object) return void response.writeHead(request.method === 'DELETE' ? 204 : 404).end()
  response.writeHead(200).end(request.method === 'GET' ? object.bytes : undefined)
}

function isSigned(request: IncomingMessage, bytes: Buffer): boolean {
  const url = new URL(`http://${request.headers.host}${request.url}`)
  const [, date = ''] = /^(\d{8}T\d{6}Z)$/.exec(String(request.headers['x-amz-date'])) ?? []
  const time = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  const type = request.headers['content-type']
  const headers: Record<string, string> = type ? { 'content-type': type } : {}
  const expected = signedHeaders(
    access,
    { method: request.method ?? '', url, headers, bytes },
    new Date(time),
  )
  return request.headers.authorization === expected.authorization
}

test("the signature of the example in Amazon's documentation", () => {
  const { authorization } = signedHeaders(
    {
      region: 'us-east-1',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    },
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { range: 'bytes=0-9' },
      bytes: new Uint8Array(),
    },
    new Date('2013-05-24T00:00:00Z'),
  )
  expect(authorization).toContain('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
})

test('an uploaded picture lies in the bucket, is served from there and goes when nobody used it', async () => {
  const seller = await newSeller(shop)
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
  await shop.db.query(sql`update picture set uploaded_at = now() - interval '25 hours'`)
  await removeUnusedPictures(shop.running.shop)
  expect([...kept.keys()]).toEqual([])
})

test('a bucket that fails answers 503 with words, and the same file goes through afterwards', async () => {
  const seller = await newSeller(shop)
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
