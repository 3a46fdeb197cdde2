import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { TestClient } from './client.ts'

let pictures = 0

/** The key of a demo picture in the store, which is made from its content. */
export function keyOfDemoPicture(name: string): string {
  const bytes = readFileSync(new URL(`../../demo/pictures/${name}/960.avif`, import.meta.url))
  return `u-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`
}

/** A small JPEG that differs from every other one. */
export async function jpeg(width = 300, height = 200): Promise<Buffer> {
  pictures += 1
  const background = { r: pictures % 256, g: (pictures * 7) % 256, b: 120 }
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** Sends a file as a browser's form does. */
export async function upload(
  client: TestClient,
  bytes: Uint8Array,
  {
    name = 'picture.jpg',
    type = 'image/jpeg',
    preset = 'local',
    path = '/media/v1_1/local/image/upload',
  } = {},
) {
  const form = new FormData()
  form.set('upload_preset', preset)
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const response = await client.request(path, { method: 'POST', body: form })
  return { status: response.status, body: await response.json() }
}

/** Uploads a new picture; returns its address. */
export async function uploaded(client: TestClient): Promise<string> {
  const { status, body } = await upload(client, await jpeg())
  if (status !== 200) throw new Error(`upload: ${status} ${JSON.stringify(body)}`)
  return body.secure_url
}

/** Uploads a photo for a return, as its buyer; returns the id to send with the return. */
export async function uploadedPhoto(client: TestClient): Promise<string> {
  const { status, body } = await upload(client, await jpeg(), { path: '/media/v1_1/returns/image/upload' })
  if (status !== 200) throw new Error(`upload: ${status} ${JSON.stringify(body)}`)
  return body.public_id
}

/** Uploads a photo for a review, as its author; returns its address. */
export async function uploadedReviewPhoto(client: TestClient): Promise<string> {
  const { status, body } = await upload(client, await jpeg(), { path: '/media/v1_1/reviews/image/upload' })
  if (status !== 200) throw new Error(`upload: ${status} ${JSON.stringify(body)}`)
  return body.secure_url
}
