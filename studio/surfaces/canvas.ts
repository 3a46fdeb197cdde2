import * as THREE from 'three'

export function drawn(
  width: number,
  height: number,
  draw: (pen: CanvasRenderingContext2D, width: number, height: number) => void,
): THREE.CanvasTexture {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('no 2d canvas')
  draw(pen, width, height)
  const texture = new THREE.CanvasTexture(canvas)
  texture.colorSpace = THREE.SRGBColorSpace
  return texture
}

export type Rgb = readonly [number, number, number]

export function rgb(color: string): Rgb {
  const value = parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

export function mixRgb(low: Rgb, high: Rgb, part: number): Rgb {
  const t = Math.min(1, Math.max(0, part))
  return [low[0] + (high[0] - low[0]) * t, low[1] + (high[1] - low[1]) * t, low[2] + (high[2] - low[2]) * t]
}

/** Paints every pixel by a function of its place (0 to 1); returns a colour picture and a height picture. */
export function painted(
  size: number,
  pixel: (u: number, v: number) => { color: Rgb; height: number },
): { color: THREE.CanvasTexture; height: THREE.CanvasTexture } {
  const heights = new Uint8ClampedArray(size * size)
  const color = drawn(size, size, (pen) => {
    const image = pen.createImageData(size, size)
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) {
        const at = y * size + x
        const result = pixel(x / size, y / size)
        image.data[at * 4] = result.color[0]
        image.data[at * 4 + 1] = result.color[1]
        image.data[at * 4 + 2] = result.color[2]
        image.data[at * 4 + 3] = 255
        heights[at] = result.height * 255
      }
    }
    pen.putImageData(image, 0, 0)
  })
  const height = drawn(size, size, (pen) => {
    const image = pen.createImageData(size, size)
    for (let at = 0; at < size * size; at += 1) {
      const level = heights[at] ?? 0
      image.data.set([level, level, level, 255], at * 4)
    }
    pen.putImageData(image, 0, 0)
  })
  height.colorSpace = THREE.NoColorSpace
  for (const texture of [color, height]) {
    texture.wrapS = texture.wrapT = THREE.MirroredRepeatWrapping
  }
  return { color, height }
}
