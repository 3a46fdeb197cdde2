import * as THREE from 'three'
import { layeredNoise, noise } from '../stage/random.ts'
import { group, mesh, placed, surface, uneven } from './forms.ts'
import type { Point } from './forms.ts'

/** A strip with the given closed section in z and y, drawn out along x. */
function drawnOut(
  section: readonly Point[],
  width: number,
  soft: number,
  seed: number,
  upright = false,
): THREE.BufferGeometry {
  const lengths: number[] = []
  let length = 0
  section.forEach((point, index) => {
    const before = section[index - 1] ?? point
    length += Math.hypot(point[0] - before[0], point[1] - before[1])
    lengths.push(length)
  })
  const rows = section.length - 1
  const skin = surface(
    (u, v) => {
      const point = section[Math.round(v * rows)] ?? [0, 0]
      return [(u - 0.5) * width, point[1], point[0]]
    },
    28,
    rows,
  )
  const uv = skin.getAttribute('uv')
  for (let index = 0; index < uv.count; index += 1) {
    const along = lengths[Math.round(uv.getY(index) * rows)] ?? 0
    const across = uv.getX(index) * width
    if (upright) uv.setXY(index, along, across)
    else uv.setXY(index, across, along)
  }
  return uneven(skin, soft, 0.22, seed)
}

function endCap(section: readonly Point[], x: number, soft: number, seed: number): THREE.BufferGeometry {
  const cap = new THREE.ShapeGeometry(new THREE.Shape(section.map(([z, y]) => new THREE.Vector2(z, y))))
  const position = cap.getAttribute('position')
  for (let index = 0; index < position.count; index += 1) {
    const z = position.getX(index)
    position.setXYZ(index, x, position.getY(index), z)
  }
  return uneven(cap, soft, 0.22, seed)
}

/** A cloth folded so that one round fold looks to the front; `plies` layers lie in each half. */
export function foldedCloth(options: {
  width: number
  depth: number
  ply: number
  plies: number
  material: THREE.Material
  soft?: number
  seed?: number
  upright?: boolean
}): THREE.Group {
  const { width, depth, ply, plies, material } = options
  const soft = options.soft ?? 0.22
  const seed = options.seed ?? 1
  const result = group()
  const middle = ply * plies
  for (let layer = 0; layer < plies; layer += 1) {
    const outer = middle - layer * ply
    const inner = outer - ply * 0.94
    const front = depth / 2 - middle
    const back = -depth / 2 + layer * 0.12 * ply + noise(layer * 3.3, seed) * ply * 0.5
    const section: Point[] = []
    const path = (radius: number, reverse: boolean): void => {
      const points: Point[] = []
      for (let step = 0; step <= 6; step += 1)
        points.push([back + ((front - back) * step) / 6, middle - radius])
      for (let step = 1; step < 14; step += 1) {
        const angle = -Math.PI / 2 + (Math.PI * step) / 14
        points.push([front + Math.cos(angle) * radius, middle + Math.sin(angle) * radius])
      }
      for (let step = 0; step <= 6; step += 1)
        points.push([front + ((back - front) * step) / 6, middle + radius])
      section.push(...(reverse ? points.reverse() : points))
    }
    path(outer, false)
    path(Math.max(inner, ply * 0.04), true)
    const first = section[0]
    if (first !== undefined) section.push(first)
    result.add(mesh(drawnOut(section, width, soft, seed, options.upright), material))
    for (const side of [-1, 1]) result.add(mesh(endCap(section, (side * width) / 2, soft, seed), material))
  }
  return result
}

/** Several folded cloths on one another, each a little askew. */
export function clothStack(
  cloths: readonly THREE.Group[],
  heights: readonly number[],
  askew = 2,
): THREE.Group {
  const result = group()
  let at = 0
  cloths.forEach((cloth, index) => {
    const turn = (noise(index * 7.7, 3.1) - 0.5) * 2 * askew
    result.add(
      placed(cloth, { at: [(noise(index * 5.1, 8.8) - 0.5) * askew * 0.3, at, 0], turn: [0, turn, 0] }),
    )
    at += heights[index] ?? heights[0] ?? 1
  })
  return result
}

/** A roll whose spiral end looks to +x. */
export function rolledCloth(options: {
  width: number
  radius: number
  ply: number
  material: THREE.Material
  soft?: number
  upright?: boolean
  core?: number
}): THREE.Group {
  const { width, radius, ply, material } = options
  const turns = (radius - (options.core ?? ply * 0.6)) / ply
  const steps = Math.ceil(turns * 30)
  const outer: Point[] = []
  const inner: Point[] = []
  for (let step = 0; step <= steps; step += 1) {
    const part = step / steps
    const angle = part * turns * Math.PI * 2 + 1.2
    const r = (options.core ?? ply * 0.6) + part * turns * ply
    outer.push([Math.cos(angle) * r, Math.sin(angle) * r])
    inner.push([Math.cos(angle) * (r - ply * 0.88), Math.sin(angle) * (r - ply * 0.88)])
  }
  const section = [...outer, ...inner.reverse()]
  const first = section[0]
  if (first !== undefined) section.push(first)
  const soft = options.soft ?? 0.1
  const roll = group(mesh(drawnOut(section, width, soft, 4, options.upright), material))
  for (const side of [-1, 1]) roll.add(mesh(endCap(section, (side * width) / 2, soft, 4), material))
  roll.position.y = radius
  return group(roll)
}

/** A cloth dropped loosely on the table. */
export function crumpledCloth(options: {
  width: number
  depth: number
  lift: number
  material: THREE.Material
  seed?: number
  folds?: number
}): THREE.Mesh {
  const { width, depth, lift, material } = options
  const seed = options.seed ?? 2
  const folds = options.folds ?? 3
  const at = (u: number, v: number): readonly [number, number, number] => {
    const warp = layeredNoise(u * 2.2 + seed, v * 2.2, 1, 3) * 2.4
    const ridge = 1 - Math.abs(Math.sin((u * folds + v * 1.3 + warp) * Math.PI))
    const fine = layeredNoise(u * 7, v * 7 + seed, 5, 3)
    const edge = Math.min(1, Math.min(u, v, 1 - u, 1 - v) * 7)
    const y = lift * (ridge ** 2 * 0.75 + fine * 0.35) * (0.25 + 0.75 * edge) + 0.05
    const pull = 1 - ridge * 0.08
    return [
      (u - 0.5) * width * pull + (noise(v * 4, seed) - 0.5) * width * 0.1,
      y,
      (v - 0.5) * depth + (noise(u * 4, seed + 9) - 0.5) * depth * 0.1,
    ]
  }
  return mesh(surface(at, 110, 110, [width, depth]), material)
}

/** A filled flat thing: cushion, pouch, pad. Seams at the rim, fullest in the middle. */
export function pillow(options: {
  width: number
  height: number
  thick: number
  material: THREE.Material
  corner?: number
  seed?: number
  wrinkle?: number
  uv?: readonly [number, number]
  back?: THREE.Material
}): THREE.Group {
  const { width, height, thick, material } = options
  const power = options.corner ?? 6
  const seed = options.seed ?? 3
  const face = (side: number): THREE.BufferGeometry =>
    surface(
      (u, v) => {
        const a = u * 2 - 1
        const b = v * 2 - 1
        const fullness = Math.max(0, (1 - Math.abs(a) ** 2.4) * (1 - Math.abs(b) ** 2.4)) ** 0.55
        const crease = (layeredNoise(u * 5 + seed, v * 5, side + 2, 3) - 0.5) * (options.wrinkle ?? 0.5)
        // Rim pulled in between the corners, as sewn cloth does when it is filled.
        const pull = 1 - 0.06 * thick * 0.2 * (1 - Math.abs(b) ** power)
        const pullV = 1 - 0.06 * thick * 0.2 * (1 - Math.abs(a) ** power)
        return [
          (a * width * pull) / 2,
          (b * height * pullV) / 2,
          side * ((thick / 2) * fullness + crease * fullness),
        ]
      },
      56,
      56,
      options.uv ?? [width, height],
    )
  return group(mesh(face(1), material), mesh(face(-1), options.back ?? material))
}
