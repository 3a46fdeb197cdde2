import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { type Darkroom, openDarkroom } from './darkroom.ts'

const pictures = new URL('../demo/pictures/', import.meta.url)
const notes = JSON.parse(readFileSync(new URL('keys.json', pictures), 'utf8')) as Record<
  string,
  { key: string; color: string }
>
const size = 240

let darkroom: Darkroom
before(async () => {
  darkroom = await openDarkroom()
})
after(() => darkroom.close())

test('every picture of the demo shop has a scene, and every scene has its pictures', () => {
  const wanted = darkroom.slugs.flatMap((slug) => [1, 2, 3].map((number) => `${slug}-${number}`))
  assert.deepEqual(Object.keys(notes).toSorted(), wanted.toSorted())
})

test('a newly rendered scene looks like the picture in the shop', async () => {
  const name = 'khus-bath-soap-1'
  const note = notes[name]
  assert.ok(note)
  const raw = await darkroom.take({
    slug: 'khus-bath-soap',
    number: 1,
    width: size,
    height: size,
    samples: 12,
  })
  assert.equal(raw.length, size * size * 4)
  const taken = await pixelsOf(sharp(raw, { raw: { width: size, height: size, channels: 4 } }))
  const kept = await pixelsOf(sharp(readFileSync(new URL(`${note.key}/${size}.avif`, pictures))))
  assert.equal(kept.length, taken.length)

  // The stored picture is compressed and was rendered larger; another processor rounds differently.
  const off = meanDistance(taken, kept)
  assert.ok(off < 6, `the pixels are ${off.toFixed(1)} of 255 off on average`)
  const color = meanColor(taken)
  const shift = meanDistance(color, Buffer.from(note.color.slice(1), 'hex'))
  assert.ok(shift < 4, `the mean colour is ${color.toString('hex')}, not ${note.color}`)

  // The comparison must be able to tell two products apart, and an upside-down picture.
  const upsideDown = await pixelsOf(sharp(taken, { raw: { width: size, height: size, channels: 3 } }).flip())
  assert.ok(meanDistance(upsideDown, kept) > 2 * off)
})

function pixelsOf(picture: Sharp): Promise<Buffer> {
  return picture.removeAlpha().raw().toBuffer()
}

function meanColor(pixels: Buffer): Buffer {
  const sums = [0, 0, 0]
  for (let i = 0; i < pixels.length; i++) sums[i % 3] = (sums[i % 3] ?? 0) + (pixels[i] ?? 0)
  return Buffer.from(sums.map((sum) => Math.round(sum / (pixels.length / 3))))
}

function meanDistance(one: Buffer, other: Buffer): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += Math.abs((one[i] ?? 0) - (other[i] ?? 0))
  return sum / one.length
}
