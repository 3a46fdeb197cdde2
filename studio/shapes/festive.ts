import * as THREE from 'three'
import { between, seeded } from '../stage/random.ts'
import { clay, kraft, paper, plain, speckled } from '../surfaces/materials.ts'
import { block, group, many, mesh, place4, surface, tube } from './forms.ts'

function flame(x: number, y: number, z: number, size = 1): THREE.Mesh {
  const points: THREE.Vector2[] = []
  for (let step = 0; step <= 20; step += 1) {
    const t = step / 20
    points.push(new THREE.Vector2(Math.sin(Math.PI * t ** 0.7) * 0.34 * size * (1 - t * 0.2), t * 1.9 * size))
  }
  const body = mesh(
    new THREE.LatheGeometry(points, 20),
    new THREE.MeshBasicMaterial({ color: new THREE.Color('#ffcb68').multiplyScalar(1.9) }),
    [x, y, z],
  )
  body.userData['noShadow'] = true
  return body
}

/** A pinched lamp: a shallow cup with a lip at +z. */
export function diya(options: {
  lit?: boolean
  color?: string
  rim?: string
  petals?: boolean
  wax?: boolean
  radius?: number
}): THREE.Group {
  const radius = options.radius ?? 3.5
  const material =
    options.petals === true ? plain(options.color ?? '#b5472f', 0.55) : clay(options.color ?? '#b9673f')
  const edge = (angle: number): number => {
    const lip =
      Math.exp(-((Math.atan2(Math.sin(angle - Math.PI / 2), Math.cos(angle - Math.PI / 2)) / 0.42) ** 2)) *
      0.32
    return radius * (1 + (options.petals === true ? Math.abs(Math.cos(angle * 4)) * 0.16 : 0) + lip)
  }
  const skin = surface(
    (u, v) => {
      const angle = u * Math.PI * 2
      // The section runs from the foot outside over the rim to the middle inside.
      const outer = v < 0.55
      const t = outer ? v / 0.55 : 1 - (v - 0.55) / 0.45
      const r = outer ? 0.42 + 0.58 * Math.sin((t * Math.PI) / 2) : 0.93 * Math.sin((t * Math.PI) / 2)
      const y = outer ? t ** 1.3 * radius * 0.58 : radius * 0.12 + t ** 1.8 * radius * 0.46
      const reach = radius * r + (edge(angle) - radius) * t ** 2
      return [Math.cos(angle) * reach, y, Math.sin(angle) * reach]
    },
    96,
    40,
    [radius * 6, radius * 2],
  )
  const result = group(mesh(skin, material))
  const pool = options.wax === true ? plain('#f6e3b8', 0.4) : plain('#c98a2a', 0.08, { coat: 0.8 })
  result.add(
    mesh(new THREE.CircleGeometry(radius * 0.78, 40), pool, [0, radius * 0.4, 0], [-Math.PI / 2, 0, 0]),
  )
  const tip: [number, number, number] =
    options.wax === true ? [0, radius * 0.4 + 0.8, 0] : [0, radius * 0.72, radius * 1.12]
  result.add(
    mesh(
      options.wax === true
        ? tube([[0, radius * 0.38, 0], [0, radius * 0.5, 0], tip], 0.12)
        : tube(
            [
              [-radius * 0.3, radius * 0.42, -radius * 0.2],
              [0, radius * 0.44, radius * 0.4],
              [0, radius * 0.6, radius * 0.9],
              tip,
            ],
            0.2,
          ),
      plain('#f3ead6', 0.95),
    ),
  )
  if (options.lit !== false) result.add(flame(tip[0], tip[1] - 0.1, tip[2], radius * 0.32))
  if (options.rim !== undefined) {
    for (let dot = 0; dot < 24; dot += 1) {
      const angle = (dot / 24) * Math.PI * 2
      const reach = edge(angle) * 0.97
      result.add(
        mesh(new THREE.SphereGeometry(radius * 0.065, 10, 8), plain(options.rim, 0.4), [
          Math.cos(angle) * reach,
          radius * 0.58,
          Math.sin(angle) * reach,
        ]),
      )
    }
  }
  return result
}

/** A heap of coloured powder. */
export function heap(color: string, radius: number, seed: number): THREE.Mesh {
  const skin = surface(
    (u, v) => {
      const angle = u * Math.PI * 2
      const r = v * radius * (1 + Math.sin(angle * 5 + seed) * 0.04)
      return [
        Math.cos(angle) * r,
        (1 - v) ** 1.15 * radius * 0.72 + 0.04 + Math.sin(angle * 9 + v * 20 + seed) * 0.05 * (1 - v),
        Math.sin(angle) * r,
      ]
    },
    64,
    30,
    [radius * 6, radius],
  )
  return mesh(skin, speckled(color, color, 0, 1))
}

/** Curled strips of paper as a bed in a box. */
export function shreds(width: number, depth: number, y: number, color = '#e2c99a'): THREE.InstancedMesh {
  const random = seeded(`shreds${width}${color}`)
  const strip = surface(
    (u, v) => [(v - 0.5) * 5, Math.sin(v * 7) * 0.5, (u - 0.5) * 0.35 + Math.cos(v * 5) * 0.6],
    1,
    14,
  )
  const material = paper(color)
  return many(
    strip,
    material,
    Array.from({ length: 260 }, () =>
      place4(
        [
          between(random, -width / 2 + 1.8, width / 2 - 1.8),
          y + between(random, -0.6, 0.7),
          between(random, -depth / 2 + 1.8, depth / 2 - 1.8),
        ],
        [between(random, -0.6, 0.6), random() * 6.28, between(random, -0.5, 0.5)],
      ),
    ),
  )
}

/** An open box of board, with its bed of paper. */
export function openBox(
  width: number,
  depth: number,
  height: number,
  color?: string,
  bed = '#e2c99a',
): THREE.Group {
  const board = kraft(color)
  return group(
    mesh(block(width, 0.4, depth, 0.1), board, [0, 0.2, 0]),
    ...[-1, 1].map((side) =>
      mesh(block(width, height, 0.45, 0.12), board, [0, height / 2, side * (depth / 2 - 0.2)]),
    ),
    ...[-1, 1].map((side) =>
      mesh(block(0.45, height, depth, 0.12, 'z'), board, [side * (width / 2 - 0.2), height / 2, 0]),
    ),
    shreds(width, depth, height * 0.42, bed),
  )
}
