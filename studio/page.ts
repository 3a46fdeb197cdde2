import { bannerScenes, drawBannerText } from './scenes/banners.ts'
import { shotList } from './scenes/shot-list.ts'
import { palettes } from './stage/backdrop.ts'
import { CameraRoom } from './stage/camera-room.ts'

export type PageRequest = { slug: string; number: number; width: number; height: number; samples: number }

declare global {
  interface Window {
    studio: {
      ready: Promise<void>
      slugs: () => string[]
      take: (request: PageRequest) => Promise<number>
    }
  }
}

const room = new CameraRoom()
document.body.append(room.renderer.domElement)

async function loadFonts(): Promise<void> {
  const face = new FontFace('Figtree', 'url(/figtree.woff2)', { weight: '300 900' })
  document.fonts.add(await face.load())
}

function numberFrom(text: string): number {
  let sum = 7
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) % 100003
  return sum
}

async function take(request: PageRequest): Promise<number> {
  const started = performance.now()
  const { slug, number, width, height, samples } = request
  if (slug === 'banner') {
    const banner = bannerScenes[number - 1]
    if (banner === undefined) throw new Error(`no banner ${number}`)
    // The scene is taken at three quarters and enlarged; the type is set at full size.
    room.take(
      banner.build(),
      banner.palette,
      banner.view,
      { width: width * 0.75, height: height * 0.75, samples },
      number,
    )
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const pen = canvas.getContext('2d')
    if (pen === null) throw new Error('no 2d canvas')
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(room.renderer.domElement, 0, 0, width, height)
    drawBannerText(pen, width, height, banner)
    await fetch('/picture', {
      method: 'POST',
      body: new Uint8Array(pen.getImageData(0, 0, width, height).data),
    })
    return performance.now() - started
  }
  const product = shotList[slug]
  const shot = product?.pictures[number - 1]
  if (product === undefined || shot === undefined) throw new Error(`no scene for ${slug}-${number}`)
  const palette = shot.palette ?? product.palette
  if (!(palette in palettes)) throw new Error(`no palette ${palette}`)
  room.take(shot.build(), palette, shot.view, { width, height, samples }, numberFrom(`${slug}-${number}`))
  const gl = room.renderer.getContext()
  const pixels = new Uint8Array(width * height * 4)
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  // WebGL reads from the bottom row up; a banner comes from a 2D canvas, top row first.
  const rows = new Uint8Array(pixels.length)
  for (let row = 0; row < height; row += 1) {
    rows.set(pixels.subarray((height - 1 - row) * width * 4, (height - row) * width * 4), row * width * 4)
  }
  await fetch('/picture', { method: 'POST', body: rows })
  return performance.now() - started
}

window.studio = { ready: loadFonts(), slugs: () => Object.keys(shotList), take }
