import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { openDarkroom } from './darkroom.ts'

// Small quick renders on one sheet, to look at while designing:
// node contact-sheet.ts --out sheet.png [--only slug…] [--size 300] [--samples 6] [--columns 6]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'contact-sheet.png' },
    size: { type: 'string', default: '300' },
    samples: { type: 'string', default: '6' },
    columns: { type: 'string', default: '6' },
    only: { type: 'boolean', default: false },
    pictures: { type: 'string', default: '1,2,3' },
  },
})

const size = Number(values.size)
const columns = Number(values.columns)
const numbers = values.pictures.split(',').map(Number)
const darkroom = await openDarkroom()
const wanted = positionals.length > 0 ? positionals : darkroom.slugs
const tiles: { input: Buffer; raw: { width: number; height: number; channels: 4 } }[] = []
const started = Date.now()
for (const slug of wanted) {
  for (const number of numbers) {
    try {
      const input = await darkroom.take({
        slug,
        number,
        width: size,
        height: size,
        samples: Number(values.samples),
      })
      tiles.push({ input, raw: { width: size, height: size, channels: 4 } })
    } catch (error) {
      process.stderr.write(`${slug}-${number}: ${String(error).slice(0, 300)}\n`)
    }
  }
}
process.stdout.write(
  `${tiles.length} tiles, ${Math.round((Date.now() - started) / Math.max(1, tiles.length))} ms each\n`,
)
await darkroom.close()
const gap = 4
const rows = Math.ceil(tiles.length / columns)
await sharp({
  create: { width: columns * (size + gap), height: rows * (size + gap), channels: 3, background: '#ffffff' },
})
  .composite(
    tiles.map((tile, index) => ({
      ...tile,
      left: (index % columns) * (size + gap),
      top: Math.floor(index / columns) * (size + gap),
    })),
  )
  .png()
  .toFile(values.out)
