import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { openDarkroom } from './darkroom.ts'

// node render.ts [--missing] [--only slug …] [--pictures 1,2,3]
// node render.ts --banners [number …]

type PictureNote = { key: string; color: string }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'boolean', default: false },
    missing: { type: 'boolean', default: false },
    banners: { type: 'boolean', default: false },
    pictures: { type: 'string', default: '1,2,3' },
    samples: { type: 'string', default: '12' },
    // Smaller exposures are enlarged to the master size: quicker, a little softer.
    size: { type: 'string', default: '960' },
  },
})

const pictures = fileURLToPath(new URL('../demo/pictures/', import.meta.url))
const slides = fileURLToPath(new URL('../web/routes/storefront/home/slides/', import.meta.url))
const notesFile = `${pictures}keys.json`
sharp.concurrency(1)
const samples = Number(values.samples)
const exposed = Number(values.size)
// The main picture is seen most and gets the most bytes. The others are shown as thumbnails and across a screen; the
// shop renders the size between them, and WebP of every picture, from the largest file on demand.
const mainPicture = [
  { size: 240, quality: 44 },
  { size: 480, quality: 46 },
  { size: 960, quality: 42 },
]
const otherPicture = [
  { size: 240, quality: 44 },
  { size: 960, quality: 36 },
]

function readNotes(): Record<string, PictureNote> {
  return existsSync(notesFile)
    ? (JSON.parse(readFileSync(notesFile, 'utf8')) as Record<string, PictureNote>)
    : {}
}

function writeNotes(notes: Record<string, PictureNote>): void {
  const sorted = Object.fromEntries(Object.entries(notes).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(notesFile, `${JSON.stringify(sorted, null, 2)}\n`)
}

async function averageColor(pixels: Buffer, width: number, height: number): Promise<string> {
  const { data } = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `#${[...data.subarray(0, 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

async function keepPicture(name: string, pixels: Buffer): Promise<PictureNote> {
  const key = `${name}-${createHash('sha256').update(pixels).digest('hex').slice(0, 8)}`
  for (const folder of readdirSync(pictures)) {
    if (folder !== key && folder.slice(0, -9) === name) rmSync(pictures + folder, { recursive: true })
  }
  const folder = `${pictures}${key}/`
  mkdirSync(folder, { recursive: true })
  const source = sharp(pixels, { raw: { width: exposed, height: exposed, channels: 4 } }).removeAlpha()
  const sizes = name.endsWith('-1') ? mainPicture : otherPicture
  await Promise.all(
    sizes.map(({ size, quality }) =>
      source.clone().resize(size, size).avif({ quality, effort: 4 }).toFile(`${folder}${size}.avif`),
    ),
  )
  return { key, color: await averageColor(pixels, exposed, exposed) }
}

async function keepBanner(number: number, pixels: Buffer, width: number, height: number): Promise<string> {
  mkdirSync(slides, { recursive: true })
  const source = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha()
  for (const size of [640, 1280, 1920]) {
    await source
      .clone()
      .resize(size, (size * 9) / 16)
      .avif({ quality: 55, effort: 5 })
      .toFile(`${slides}slide-${number}-${size}.avif`)
  }
  await source
    .clone()
    .resize(1280, 720)
    .webp({ quality: 74, effort: 5 })
    .toFile(`${slides}slide-${number}-1280.webp`)
  return averageColor(pixels, width, height)
}

mkdirSync(pictures, { recursive: true })
const darkroom = await openDarkroom()
let exitCode = 0
try {
  if (values.banners) {
    const wanted = positionals.length > 0 ? positionals.map(Number) : [1, 2, 3, 4, 5, 6, 7, 8, 9]
    for (const number of wanted) {
      const pixels = await darkroom.take({ slug: 'banner', number, width: 1920, height: 1080, samples })
      const color = await keepBanner(number, pixels, 1920, 1080)
      process.stdout.write(`slide ${number} ${color}\n`)
    }
  } else {
    const unknown = positionals.filter((slug) => !darkroom.slugs.includes(slug))
    if (unknown.length > 0) throw new Error(`no scene for ${unknown.join(', ')}`)
    const wanted = positionals.length > 0 ? positionals : darkroom.slugs
    let writing = Promise.resolve()
    // All main pictures first: a run that is broken off leaves a usable catalogue.
    for (const number of values.pictures.split(',').map(Number)) {
      for (const slug of wanted) {
        const name = `${slug}-${number}`
        const known = readNotes()[name]
        if (values.missing && known !== undefined && existsSync(`${pictures}${known.key}/960.avif`)) continue
        const started = Date.now()
        try {
          const pixels = await darkroom.take({ slug, number, width: exposed, height: exposed, samples })
          // Written down while the next picture is being taken.
          await writing
          writing = keepPicture(name, pixels).then((note) => {
            writeNotes({ ...readNotes(), [name]: note })
            process.stdout.write(`${note.key} ${Date.now() - started} ms\n`)
          })
        } catch (error) {
          exitCode = 1
          process.stderr.write(`${name}: ${String(error).slice(0, 500)}\n`)
        }
      }
    }
    await writing
  }
} finally {
  await darkroom.close()
}
process.exitCode = exitCode
