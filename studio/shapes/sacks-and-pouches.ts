import * as THREE from 'three'
import { layeredNoise } from '../stage/random.ts'
import { drawLabel, printed } from '../surfaces/labels.ts'
import type { Label } from '../surfaces/labels.ts'
import { kraft, plain } from '../surfaces/materials.ts'
import { group, mesh, surface, tube } from './forms.ts'
import { bow, labelSheet } from './props.ts'

/** A filled cloth bag, gathered and tied at the neck. */
export function sack(options: {
  width: number
  depth: number
  height: number
  material: THREE.Material
  label?: Label
  tie?: string
  seed?: number
}): THREE.Group {
  const { width, depth, height, material } = options
  const seed = options.seed ?? 1
  const neckAt = 0.8
  const at = (u: number, v: number): readonly [number, number, number] => {
    const angle = u * Math.PI * 2
    const soft = 3.2
    const square = (value: number): number => Math.sign(value) * Math.abs(value) ** (2 / soft)
    const pleats = Math.cos(angle * 11 + seed) * 0.5 + Math.cos(angle * 17 + 2) * 0.3
    let fullness: number
    if (v < neckAt) {
      const t = v / neckAt
      fullness = Math.min(1, 0.82 + t * 0.9) * (1 - 0.8 * Math.max(0, (t - 0.62) / 0.38) ** 1.5)
      if (t < 0.06) fullness *= 0.92 + t * 1.3
    } else {
      fullness = 0.2 + ((v - neckAt) / (1 - neckAt)) ** 0.8 * 0.3
    }
    const gather = Math.max(0, 1 - Math.abs(v - neckAt) * 3.2)
    const wrinkle =
      1 +
      pleats * 0.16 * gather +
      (layeredNoise(Math.cos(angle) * 2 + seed, v * 5, Math.sin(angle) * 2, 3) - 0.5) * 0.12
    return [
      square(Math.cos(angle)) * (width / 2) * fullness * wrinkle,
      v * height,
      square(Math.sin(angle)) * (depth / 2) * Math.max(fullness, 0.2) * wrinkle,
    ]
  }
  const result = group(mesh(surface(at, 120, 60, [width * 2.6, height]), material))
  const floor = new THREE.CircleGeometry(width * 0.36, 24)
  result.add(mesh(floor, material, [0, 0.05, 0], [-Math.PI / 2, 0, 0]))
  const tie = options.tie ?? '#c8a872'
  const r = width * 0.125
  const ring = Array.from({ length: 16 }, (_, step): [number, number, number] => [
    Math.cos((step / 16) * 6.283) * r * 1.02,
    height * neckAt,
    Math.sin((step / 16) * 6.283) * r * (depth / width) * 1.15,
  ])
  result.add(mesh(tube(ring, width * 0.014, true), plain(tie, 0.9)))
  const knot = bow(width * 0.2, tie, width * 0.012)
  knot.rotation.x = Math.PI / 3
  knot.position.set(0, height * neckAt, r * (depth / width) * 1.3)
  result.add(knot)
  if (options.label !== undefined) {
    const print = labelSheet(width * 0.62, height * 0.42, options.label)
    bendTo(print, depth * 0.5, width, 0.06)
    print.position.set(0, height * 0.36, 0)
    result.add(print)
  }
  return result
}

/** Curves a flat print so that it lies on a bulging front. */
function bendTo(print: THREE.Mesh, front: number, width: number, lift: number): void {
  const old = print.geometry as THREE.PlaneGeometry
  const size = old.parameters
  const geometry = new THREE.PlaneGeometry(size.width, size.height, 24, 12)
  const position = geometry.getAttribute('position')
  for (let index = 0; index < position.count; index += 1) {
    const across = (position.getX(index) / (width / 2)) ** 2
    position.setZ(index, front * (1.06 - across * 0.12) + lift)
  }
  geometry.computeVertexNormals()
  print.geometry = geometry
  old.dispose()
}

export type PouchLook = {
  width: number
  height: number
  depth: number
  label: Label
  color?: string
  window?: THREE.Material
  crimp?: string
}

/** A stand-up pouch with a crimped top. */
export function pouch(look: PouchLook): THREE.Group {
  const { width, height, depth } = look
  const half =
    (side: number) =>
    (u: number, v: number): readonly [number, number, number] => {
      const a = u * 2 - 1
      const swell = Math.sqrt(Math.max(0, 1 - a * a * a * a))
      const belly = v < 0.12 ? 0.86 + v * 1.1 : 1 - Math.max(0, (v - 0.3) / 0.6) ** 1.6
      const thick = (depth / 2) * Math.max(0.015, v > 0.9 ? 0.02 : belly) * swell
      const crease =
        (layeredNoise(u * 4 + side * 3, v * 5, 2, 3) - 0.5) * depth * 0.1 * swell * (v < 0.9 ? 1 : 0)
      const taper = 1 - 0.03 * Math.sin(v * Math.PI)
      const crimp = v > 0.9 ? Math.sin(v * 400) * 0.02 : 0
      return [(a * width * taper) / 2, v * height, side * (thick + 0.03) + crease + crimp]
    }
  const front = printed(768, Math.round((768 * height) / width), (pen, w, h) => {
    drawLabel(pen, w, h, { style: 'bare', ink: '#3b2a17', ...look.label, clear: true })
    pen.globalCompositeOperation = 'destination-over'
    pen.fillStyle = look.color ?? '#c39d6c'
    pen.fillRect(0, 0, w, h)
    pen.globalCompositeOperation = 'source-over'
    for (let fleck = 0; fleck < 1800; fleck += 1) {
      pen.fillStyle = fleck % 2 === 0 ? 'rgba(80,50,20,0.07)' : 'rgba(255,240,210,0.08)'
      pen.fillRect((fleck * 397) % w, (fleck * 739) % h, 14, 2)
    }
    pen.fillStyle = 'rgba(60,35,10,0.14)'
    for (let line = 0; line < 5; line += 1) pen.fillRect(0, h * (0.012 + line * 0.016), w, h * 0.006)
  })
  const result = group(
    mesh(surface(half(1), 48, 64), front),
    mesh(surface(half(-1), 48, 40, [width, height]), kraft(look.color)),
  )
  result.rotation.x = -0.03
  return group(result)
}
