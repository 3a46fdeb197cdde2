import * as THREE from 'three'
import { between, seeded } from '../stage/random.ts'
import { metal, plain, wood } from '../surfaces/materials.ts'
import type { WoodName } from '../surfaces/materials.ts'
import { cutOut, group, many, mesh, outline, place4, tube, turned } from './forms.ts'

/** Tufts of bristle standing along +z from a list of points. */
function tufts(
  seed: string,
  points: readonly (readonly [number, number, number])[],
  length: number,
  radius: number,
  colors: readonly string[],
  spread = 0.08,
): THREE.Group {
  const random = seeded(seed)
  const geometry = new THREE.CylinderGeometry(radius * 1.12, radius * 0.9, length, 7)
  geometry.translate(0, length / 2, 0)
  const byColor = colors.map(() => [] as THREE.Matrix4[])
  points.forEach((point, index) => {
    byColor[index % colors.length]?.push(
      place4(
        point,
        [Math.PI / 2 + between(random, -spread, spread), 0, between(random, -spread, spread)],
        [1, between(random, 0.95, 1.05), 1],
      ),
    )
  })
  return group(
    ...byColor.map((matrices, index) => many(geometry, plain(colors[index] ?? '#eeeeee', 0.85), matrices)),
  )
}

/** Lies on its back along x: handle to -x, bristles up. */
export function toothbrush(
  bristle: string,
  length = 19,
  tip?: string,
  name: WoodName = 'carbonised',
): THREE.Group {
  const half = length / 2
  const shape = outline(
    [
      [-half, -0.55],
      [-half * 0.2, -0.62],
      [half * 0.45, -0.36],
      [half * 0.68, -0.42],
      [half * 0.74, -0.6],
      [half, -0.55],
      [half, 0.55],
      [half * 0.74, 0.6],
      [half * 0.68, 0.42],
      [half * 0.45, 0.36],
      [-half * 0.2, 0.62],
      [-half, 0.55],
    ],
    0.5,
  )
  const points: [number, number, number][] = []
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < 11; column += 1) {
      points.push([half * 0.76 + column * ((half * 0.21) / 10), -0.33 + row * 0.22, 0.25])
    }
  }
  const result = group(
    mesh(cutOut(shape, 0.6, 0.24, 'x'), wood(name)),
    tufts(bristle, points, 1.05, 0.088, [bristle], 0.04),
  )
  if (tip !== undefined)
    result.add(
      mesh(
        cutOut(
          outline(
            [
              [-half - 0.02, -0.57],
              [-half + 2, -0.6],
              [-half + 2, 0.6],
              [-half - 0.02, 0.57],
            ],
            0.45,
          ),
          0.63,
          0.25,
          'x',
        ),
        plain(tip, 0.5),
      ),
    )
  const stand = group(result)
  result.rotation.x = -Math.PI / 2
  stand.position.y = 0.3
  return group(stand)
}

/** A flat-backed brush with an oval head: bath, pet and paddle brushes. */
export function ovalBrush(options: {
  length: number
  headLength: number
  headWidth: number
  handle?: number
  wood?: WoodName
  bristle: readonly string[]
  bristleLength: number
  bristleRadius?: number
  rows?: number
  cushion?: string
  pins?: boolean
  cord?: boolean
  bend?: number
}): THREE.Group {
  const { length, headLength, headWidth } = options
  const grip = options.handle ?? 1.1
  const half = length / 2
  const headStart = half - headLength
  const points: [number, number][] = []
  for (let step = 0; step <= 24; step += 1) {
    const angle = Math.PI * (0.5 - step / 24)
    points.push([
      half - headLength / 2 + Math.cos(angle) ** 0.8 * (headLength / 2) * 1,
      Math.sin(angle) * (headWidth / 2),
    ])
  }
  const lower: [number, number][] = [
    [headStart + headLength * 0.12, -headWidth * 0.3],
    [headStart - length * 0.03, -grip * 0.55],
    [-half * 0.3, -grip * 0.5],
    [-half + 1, -grip * 0.62],
    [-half, -grip * 0.45],
  ]
  const shape = outline(
    [...points, ...lower, ...lower.map(([x, y]): [number, number] => [x, -y]).reverse()],
    0.6,
  )
  const body = cutOut(shape, 1.3, 0.5, 'x')
  if (options.bend !== undefined) {
    const position = body.getAttribute('position')
    for (let index = 0; index < position.count; index += 1) {
      const along = (position.getX(index) + half) / length
      position.setZ(index, position.getZ(index) + Math.sin(along * Math.PI) * options.bend)
    }
    body.computeVertexNormals()
  }
  const dots: [number, number, number][] = []
  const rows = options.rows ?? 9
  const centre = half - headLength / 2
  const stepY = (headWidth * 0.84) / rows
  const stepX = stepY
  for (let x = -headLength * 0.44; x <= headLength * 0.44; x += stepX) {
    for (let row = 0; row <= rows; row += 1) {
      const y = (row / rows - 0.5) * headWidth * 0.84
      if ((x / (headLength * 0.45)) ** 2 + (y / (headWidth * 0.43)) ** 2 < 1)
        dots.push([centre + x, y, options.cushion === undefined ? 0.6 : 0.95])
    }
  }
  const inner = group(mesh(body, wood(options.wood ?? 'bamboo')))
  if (options.cushion !== undefined) {
    const pad = mesh(new THREE.SphereGeometry(1, 40, 20), plain(options.cushion, 0.55), [centre, 0, 0.5])
    pad.scale.set(headLength * 0.45, headWidth * 0.42, 0.55)
    inner.add(pad)
  }
  if (options.pins === true) {
    const pin = turned(
      [
        [0, 0],
        [0.13, 0],
        [0.12, options.bristleLength * 0.92],
        [0.2, options.bristleLength, 0.1],
        [0, options.bristleLength + 0.15],
      ],
      0.1,
      10,
    )
    inner.add(
      many(
        pin,
        options.bristle[0] === 'steel' ? metal('steel') : wood('bamboo'),
        dots.map((at) => place4(at, [Math.PI / 2, 0, 0])),
      ),
    )
  } else {
    inner.add(
      tufts('oval', dots, options.bristleLength, options.bristleRadius ?? 0.24, options.bristle, 0.12),
    )
  }
  if (options.cord === true) {
    inner.add(
      mesh(
        tube(
          [
            [-half + 0.8, 0, 0],
            [-half - 1.6, 0.5, 0.3],
            [-half - 3, 0, 0],
            [-half - 1.6, -0.6, -0.3],
          ],
          0.14,
          true,
        ),
        plain('#e9dfc8', 0.9),
      ),
    )
  }
  inner.rotation.x = -Math.PI / 2
  inner.position.y = 0.66
  return group(inner)
}

export function comb(options: {
  length: number
  height: number
  gap: number
  tooth: number
  handle?: number
  wood?: WoodName
}): THREE.Group {
  const { length, height, gap, tooth } = options
  const material = wood(options.wood ?? 'neem')
  const spine = height * 0.4
  const handle = options.handle ?? 0
  const half = length / 2
  const start = -half + handle
  const back: [number, number, number?][] =
    handle > 0
      ? [
          [-half, height * 0.62, 0.8],
          [-half, height * 0.98, 0.8],
          [start + 1, height * 0.94, 1.5],
          [half - 1, height, 1.4],
          [half, height * 0.86, 1],
          [half, 0, 0.4],
          [half - 0.7, 0, 0.3],
          [half - 0.75, height - spine, 0.1],
          [start + 0.6, height - spine, 0.2],
          [start - 0.5, height * 0.56, 1.4],
        ]
      : [
          [-half, 0, 0.4],
          [-half, height * 0.78, 1.6],
          [-half * 0.5, height, 3],
          [half * 0.5, height, 3],
          [half, height * 0.78, 1.6],
          [half, 0, 0.4],
          [half - 0.8, 0, 0.3],
          [half - 0.9, height - spine, 0.1],
          [-half + 0.9, height - spine, 0.1],
          [-half + 0.8, 0, 0.3],
        ]
  const result = group(mesh(cutOut(outline(back, 0.3), 0.9, 0.3, handle > 0 ? 'x' : 'x'), material))
  const pin = cutOut(
    outline(
      [
        [-tooth / 2, height - spine + 0.3],
        [tooth / 2, height - spine + 0.3],
        [tooth * 0.36, 0.35, tooth * 0.3],
        [tooth * 0.1, 0.02, 0.05],
        [-tooth * 0.1, 0.02, 0.05],
        [-tooth * 0.36, 0.35, tooth * 0.3],
      ],
      0.05,
    ),
    0.62,
    Math.min(0.2, tooth * 0.35),
    'y',
    4,
  )
  const from = (handle > 0 ? start + 0.6 : -half + 0.9) + gap + tooth / 2
  const to = half - 0.9 - gap - tooth / 2
  const count = Math.round((to - from) / (gap + tooth))
  const matrices: THREE.Matrix4[] = []
  for (let index = 0; index <= count; index += 1)
    matrices.push(place4([from + ((to - from) * index) / count, 0, 0]))
  result.add(many(pin, material, matrices))
  // It lies flat, teeth to the viewer.
  result.rotation.x = -Math.PI / 2
  result.position.y = 0.45
  return group(result)
}

/** A knot of fibres fanned out from the top of a turned handle; stands upright. */
export function knotBrush(options: {
  handle: readonly (readonly [number, number, number?])[]
  wood: WoodName
  colors: readonly string[]
  knot: number
  fan: number
  length: number
  strands?: number
  collar?: boolean
}): THREE.Group {
  const top = Math.max(...options.handle.map(([, y]) => y))
  const random = seeded('knot')
  const geometry = new THREE.CylinderGeometry(0.035, 0.05, options.length, 5)
  geometry.translate(0, options.length / 2, 0)
  const byColor = options.colors.map(() => [] as THREE.Matrix4[])
  const strands = options.strands ?? 900
  for (let index = 0; index < strands; index += 1) {
    const radius = Math.sqrt(index / strands) * options.knot
    const angle = index * 2.39996
    const lean = (radius / options.knot) * options.fan + between(random, -0.05, 0.05)
    const dome = 1 - (radius / options.knot) ** 2 * 0.2
    const axis = new THREE.Vector3(Math.sin(angle), 0, -Math.cos(angle))
    const turn = new THREE.Quaternion().setFromAxisAngle(axis, lean)
    byColor[index % options.colors.length]?.push(
      new THREE.Matrix4().compose(
        new THREE.Vector3(Math.cos(angle) * radius * 0.8, top - 0.3, Math.sin(angle) * radius * 0.8),
        turn,
        new THREE.Vector3(1, dome * between(random, 0.96, 1.03), 1),
      ),
    )
  }
  const result = group(mesh(turned(options.handle), wood(options.wood)))
  options.colors.forEach((color, index) =>
    result.add(many(geometry, plain(color, 0.9), byColor[index] ?? [])),
  )
  if (options.collar === true)
    result.add(
      mesh(
        turned([
          [options.knot * 1.02, top - 0.5, 0.1],
          [options.knot * 1.15, top - 0.4, 0.1],
          [options.knot * 1.15, top + 0.15, 0.1],
          [options.knot * 1.02, top + 0.2],
        ]),
        metal('brass'),
      ),
    )
  return result
}
