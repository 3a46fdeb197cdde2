import * as THREE from 'three'
import { layeredNoise } from '../stage/random.ts'
import { fibre, metal, plain, wood } from '../surfaces/materials.ts'
import type { WoodName } from '../surfaces/materials.ts'
import {
  block,
  boxMapped,
  cutOut,
  group,
  many,
  mesh,
  outline,
  place4,
  surface,
  tube,
  turned,
  uneven,
} from './forms.ts'

/** A round bowl with a real wall; its foot stands on the table. */
export function bowl(
  radius: number,
  height: number,
  wall: number,
  material: THREE.Material,
  inside?: THREE.Material,
  foot = 0.45,
): THREE.Group {
  const outer = turned(
    [
      [0, 0],
      [radius * foot, 0, 0.2],
      [radius * foot, height * 0.06, 0.1],
      [radius * 0.82, height * 0.45, radius * 0.5],
      [radius, height, 0.1],
      [radius - wall, height, 0.1],
    ],
    0.2,
  )
  const inner = turned(
    [
      [radius - wall, height],
      [radius * 0.82 - wall, height * 0.46, radius * 0.5],
      [radius * foot * 0.7, height * 0.12, radius * 0.3],
      [0, height * 0.1],
    ],
    0.2,
  )
  return group(mesh(outer, material), mesh(inner, inside ?? material))
}

/** A flat plate with a raised rim. */
export function plate(radius: number, height: number, material: THREE.Material, wall = 0.18): THREE.Group {
  return group(
    mesh(
      turned([
        [0, 0],
        [radius * 0.8, 0, 0.4],
        [radius * 0.95, height * 0.8, 0.4],
        [radius, height, 0.1],
        [radius - wall * 1.4, height + wall, 0.1],
        [radius * 0.93, height * 0.8 + wall, 0.4],
        [radius * 0.79, wall, 0.4],
        [0, wall],
      ]),
      material,
    ),
  )
}

/** A plate pressed from an areca sheath: veined, a little wavy at the rim. */
export function leafPlate(radius: number, seed: number): THREE.Mesh {
  const skin = surface(
    (u, v) => {
      const angle = u * Math.PI * 2
      const r = v * radius
      const rim = Math.max(0, v - 0.74) / 0.26
      const flute = rim ** 2 * Math.cos(angle * 28) * 0.12
      const vein = layeredNoise(Math.cos(angle) * r * 0.9 + seed, 4, 2, 2) * 0.1
      const y =
        rim ** 1.3 * 2.3 +
        flute +
        vein +
        rim * (layeredNoise(Math.cos(angle) * 2 + seed, Math.sin(angle) * 2, 1) - 0.5) * 0.5
      return [Math.cos(angle) * r, y, Math.sin(angle) * r]
    },
    168,
    40,
  )
  const position = skin.getAttribute('position')
  const uv = skin.getAttribute('uv')
  for (let index = 0; index < uv.count; index += 1)
    uv.setXY(index, position.getX(index) + seed * 3, position.getZ(index))
  return mesh(skin, sheath())
}

export function sheath(): THREE.MeshStandardMaterial {
  return wood('ivory')
}

export function spoon(
  length: number,
  bowlLength: number,
  bowlWidth: number,
  material: THREE.Material,
  depth = 0.8,
  thick = 0.35,
  handleWidth = 1,
): THREE.Group {
  const half = length / 2
  const joint = half - bowlLength * 0.9
  const handle = cutOut(
    outline(
      [
        [-half, -handleWidth * 0.62, 0.5],
        [joint, -handleWidth * 0.3],
        [joint + bowlLength * 0.14, -handleWidth * 0.4],
        [joint + bowlLength * 0.14, handleWidth * 0.4],
        [joint, handleWidth * 0.3],
        [-half, handleWidth * 0.62, 0.5],
      ],
      0.3,
    ),
    thick,
    thick * 0.4,
    'x',
  )
  const position = handle.getAttribute('position')
  for (let index = 0; index < position.count; index += 1) {
    const along = (position.getX(index) + half) / length
    position.setZ(index, position.getZ(index) + Math.sin(along * Math.PI) * length * 0.035)
  }
  handle.computeVertexNormals()
  const cup = surface(
    (u, v) => {
      const angle = u * Math.PI * 2
      const r = v
      const egg = 1 - 0.16 * Math.cos(angle)
      return [
        half - bowlLength / 2 + Math.cos(angle) * r * (bowlLength / 2),
        Math.sin(angle) * r * (bowlWidth / 2) * egg,
        -(1 - r ** 2) * depth,
      ]
    },
    48,
    16,
    [bowlWidth * 2, bowlLength],
  )
  const back = surface(
    (u, v) => {
      const angle = u * Math.PI * 2
      const egg = 1 - 0.16 * Math.cos(angle)
      return [
        half - bowlLength / 2 + Math.cos(angle) * v * (bowlLength / 2),
        Math.sin(angle) * v * (bowlWidth / 2) * egg,
        -(1 - v ** 2) * depth - thick * 0.5 * Math.sqrt(Math.max(0, 1 - v)) - 0.02,
      ]
    },
    48,
    16,
    [bowlWidth * 2, bowlLength],
  )
  const rim = tube(
    Array.from({ length: 24 }, (_, step): [number, number, number] => {
      const angle = (step / 24) * Math.PI * 2
      return [
        half - bowlLength / 2 + Math.cos(angle) * (bowlLength / 2),
        Math.sin(angle) * (bowlWidth / 2) * (1 - 0.16 * Math.cos(angle)),
        0,
      ]
    }),
    thick * 0.3,
    true,
    72,
  )
  const inner = group(mesh(handle, material), mesh(cup, material), mesh(back, material), mesh(rim, material))
  inner.rotation.x = -Math.PI / 2
  inner.position.y = depth + thick * 0.5
  return group(inner)
}

export function fork(length: number, width: number, material: THREE.Material, thick = 0.35): THREE.Group {
  const half = length / 2
  const w = width / 2
  const tines: [number, number, number?][] = []
  const count = 4
  const step = width / (count * 2 - 1)
  for (let index = 0; index < count; index += 1) {
    const low = -w + index * 2 * step
    tines.push([half - 0.3, low, 0.15], [half, low + step * 0.5, 0.1], [half - 0.3, low + step, 0.15])
    if (index < count - 1)
      tines.push([half - length * 0.2, low + step, 0.1], [half - length * 0.2, low + step * 2, 0.1])
  }
  const shape = outline(
    [
      [-half, -0.6, 0.5],
      [half - length * 0.42, -0.32, 1],
      [half - length * 0.28, -w, 1],
      ...tines,
      [half - length * 0.28, w, 1],
      [half - length * 0.42, 0.32, 1],
      [-half, 0.6, 0.5],
    ],
    0.2,
  )
  const body = mesh(
    bent(cutOut(shape, thick, Math.min(0.1, thick * 0.4), 'x'), length),
    material,
    [0, thick / 2, 0],
    [-Math.PI / 2, 0, 0],
  )
  return group(body)
}

export function knife(length: number, material: THREE.Material, thick = 0.32): THREE.Group {
  const half = length / 2
  const shape = outline(
    [
      [-half, -0.6, 0.5],
      [-half + length * 0.48, -0.42, 1],
      [-half + length * 0.52, -0.8, 0.6],
      [half - 1.5, -0.8, 2],
      [half, 0.2, 0.8],
      [half - 1.2, 0.75, 1],
      [-half, 0.6, 0.5],
    ],
    0.4,
  )
  return group(mesh(cutOut(shape, thick, 0.12, 'x'), material, [0, thick / 2, 0], [-Math.PI / 2, 0, 0]))
}

function bent(geometry: THREE.BufferGeometry, length: number): THREE.BufferGeometry {
  const position = geometry.getAttribute('position')
  for (let index = 0; index < position.count; index += 1) {
    const along = position.getX(index) / length + 0.5
    position.setZ(index, position.getZ(index) + Math.sin(along * Math.PI * 1.15) * length * 0.035)
  }
  geometry.computeVertexNormals()
  return geometry
}

/** A hollow culm along x, with its darker rings. */
export function bambooStraw(length: number, radius: number, seed: number): THREE.Group {
  const pipe = turned(
    [
      [radius * 0.68, 0],
      [radius, 0, 0.05],
      [radius, length, 0.05],
      [radius * 0.68, length],
      [radius * 0.66, 0.4],
    ],
    0.04,
    28,
  )
  const body = group(mesh(uneven(pipe, 0.02, 0.4, seed), wood('bamboo')))
  body.rotation.z = -Math.PI / 2
  body.position.set(-length / 2, radius, 0)
  return group(body)
}

export function steelStraw(length: number, radius: number, bentTip: boolean): THREE.Group {
  const half = length / 2
  const path: [number, number, number][] = bentTip
    ? [
        [-half, 0, 0],
        [half * 0.3, 0, 0],
        [half * 0.52, 0, 0],
        [half * 0.62, 0, -0.35],
        [half * 0.95, 0, -2.6],
      ]
    : [
        [-half, 0, 0],
        [0, 0, 0],
        [half, 0, 0],
      ]
  const result = group(mesh(tube(path, radius, false, 120), metal('mirror')))
  const end = path[path.length - 1] ?? [half, 0, 0]
  for (const [x, z, turn] of [
    [-half, 0, 0],
    [end[0], end[2], bentTip ? 0.98 : 0],
  ] as const) {
    const ring = mesh(
      new THREE.TorusGeometry(radius * 0.94, radius * 0.14, 10, 28),
      metal('mirror'),
      [x, 0, z],
      [0, Math.PI / 2 + turn, 0],
    )
    const hole = mesh(
      new THREE.CircleGeometry(radius * 0.86, 24),
      plain('#33302c', 0.9),
      [x + (x < 0 ? -0.02 : 0.02), 0, z],
      [0, x < 0 ? -Math.PI / 2 : Math.PI / 2 + turn, 0],
    )
    result.add(ring, hole)
  }
  result.position.y = radius
  return group(result)
}

/** A straw brush along x: wire with a bristled head and a loop. */
export function strawBrush(length: number, color: string): THREE.Group {
  const half = length / 2
  const wire = tube(
    [
      [-half, 0, 0.5],
      [-half - 0.7, 0, 0],
      [-half, 0, -0.5],
      [-half + 1.2, 0, 0],
      [0, 0, 0],
      [half, 0, 0],
    ],
    0.08,
    false,
    100,
  )
  const bristles: THREE.Matrix4[] = []
  for (let index = 0; index < 420; index += 1) {
    const along = half - (index / 420) * length * 0.42
    bristles.push(place4([along, 0, 0], [index * 2.39996, 0, 0]))
  }
  const hair = new THREE.CylinderGeometry(0.02, 0.025, 0.95, 4)
  const result = group(mesh(wire, metal('steel')), many(hair, plain(color, 0.9), bristles))
  result.position.y = 0.45
  return group(result)
}

export function tumbler(
  radius: number,
  height: number,
  material: THREE.Material,
  foot = 0.8,
  lip = 0.18,
): THREE.Group {
  const r = radius * foot
  return group(
    mesh(
      turned(
        [
          [0, 0.1],
          [r * 0.85, 0.1, 0.1],
          [r * 0.9, 0, 0.1],
          [r, 0.15, 0.3],
          [radius, height - 0.15, 1],
          [radius + lip, height, 0.08],
          [radius, height + 0.05, 0.08],
          [radius - 0.14, height - 0.2, 0.3],
          [r - 0.16, 0.5, 0.4],
          [0, 0.4],
        ],
        0.15,
      ),
      material,
    ),
  )
}

export function mug(
  radius: number,
  height: number,
  material: THREE.Material,
  inside: THREE.Material,
  content?: THREE.Material,
): THREE.Group {
  const result = group(
    mesh(
      turned([
        [0, 0],
        [radius * 0.9, 0, 0.2],
        [radius, 0.5, 0.4],
        [radius, height, 0.14],
        [radius - 0.32, height, 0.14],
      ]),
      material,
    ),
    mesh(
      turned([
        [radius - 0.32, height],
        [radius - 0.34, 0.8, 0.4],
        [0, 0.5],
      ]),
      inside,
    ),
  )
  const ear = tube(
    [
      [radius - 0.1, height * 0.82, 0],
      [radius + 1.8, height * 0.86, 0],
      [radius + 2.7, height * 0.55, 0],
      [radius + 1.9, height * 0.24, 0],
      [radius - 0.15, height * 0.22, 0],
    ],
    0.5,
  )
  ear.scale(1, 1, 1.2)
  result.add(mesh(ear, material))
  if (content !== undefined)
    result.add(
      mesh(new THREE.CircleGeometry(radius - 0.33, 48), content, [0, height * 0.84, 0], [-Math.PI / 2, 0, 0]),
    )
  return result
}

/** Flat kitchen tools along x. */
export function spatula(
  kind: 'flipper' | 'turner' | 'paddle' | 'slotted' | 'stick',
  length: number,
  name: WoodName,
): THREE.Group {
  const half = length / 2
  const grip: [number, number, number?][] = [
    [-half, -0.95, 0.9],
    [-half + length * 0.3, -0.8, 2],
    [half * 0.15, -0.65, 2],
  ]
  const heads: Record<typeof kind, [number, number, number?][]> = {
    flipper: [
      [half * 0.4, -2.6, 1.5],
      [half, -3.3, 0.7],
      [half, 3.0, 0.7],
      [half * 0.4, 2.6, 1.5],
    ],
    turner: [
      [half * 0.45, -1.8, 2],
      [half, -2.6, 0.5],
      [half, 2.6, 0.5],
      [half * 0.45, 1.8, 2],
    ],
    paddle: [
      [half * 0.35, -2.9, 3],
      [half * 0.8, -3.2, 3],
      [half, 0, 4],
      [half * 0.8, 3.2, 3],
      [half * 0.35, 2.9, 3],
    ],
    slotted: [
      [half * 0.4, -2.7, 2],
      [half * 0.95, -2.9, 2],
      [half * 0.95, 2.9, 2],
      [half * 0.4, 2.7, 2],
    ],
    stick: [
      [half * 0.6, -0.9, 2],
      [half, -1.3, 1],
      [half, 1.3, 1],
      [half * 0.6, 0.9, 2],
    ],
  }
  const shape = outline(
    [
      ...grip,
      ...heads[kind],
      ...grip
        .map(([x, y, r]): [number, number, number?] => (r === undefined ? [x, -y] : [x, -y, r]))
        .reverse(),
    ],
    1.2,
  )
  if (kind === 'slotted') {
    for (const y of [-1.3, 0, 1.3]) {
      const hole = new THREE.Path()
      hole.absellipse(half * 0.68, y, half * 0.17, 0.3, 0, Math.PI * 2, true)
      shape.holes.push(hole)
    }
  }
  const ring = new THREE.Path()
  ring.absarc(-half + 1.1, 0, 0.32, 0, Math.PI * 2, true)
  shape.holes.push(ring)
  return group(mesh(cutOut(shape, 0.85, 0.32, 'x', 16), wood(name), [0, 0.43, 0], [-Math.PI / 2, 0, 0]))
}

/** A half coconut with its fibre-scarred outside. */
export function coconutBowl(radius: number, height: number, seed: number): THREE.Group {
  const outside = turned(
    [
      [0, 0],
      [radius * 0.4, 0, 0.4],
      [radius * 0.85, height * 0.4, radius * 0.6],
      [radius, height, 0.1],
      [radius - 0.42, height, 0.1],
    ],
    0.2,
  )
  const inside = turned(
    [
      [radius - 0.42, height],
      [radius * 0.83 - 0.4, height * 0.42, radius * 0.55],
      [radius * 0.3, 0.5, radius * 0.3],
      [0, 0.45],
    ],
    0.2,
  )
  return group(
    mesh(uneven(outside, 0.1, 0.35, seed), fibre('#7a4f2c', '#3a2110', { tile: 6, bump: 1.4, grain: 0.5 })),
    mesh(uneven(inside, 0.1, 0.35, seed), wood('sheesham')),
  )
}

/** Three round boxes on a frame, with a handle and side clips. */
export function tiffin(tiers: number, radius: number, tier: number): THREE.Group {
  const steel = metal('steel')
  const bright = metal('mirror')
  const result = group()
  for (let level = 0; level < tiers; level += 1) {
    const y = level * tier
    result.add(
      mesh(
        turned([
          [0, y],
          [radius * 0.96, y, 0.2],
          [radius, y + 0.4, 0.3],
          [radius, y + tier - 0.35, 0.1],
          [radius + 0.2, y + tier - 0.2, 0.1],
          [radius + 0.2, y + tier, 0.08],
          [0, y + tier],
        ]),
        steel,
      ),
    )
  }
  const top = tiers * tier
  result.add(
    mesh(
      turned([
        [radius + 0.25, top],
        [radius + 0.28, top + 0.7, 0.1],
        [radius * 0.9, top + 1.1, 0.4],
        [radius * 0.5, top + 1.35, 0.5],
        [0, top + 1.4],
      ]),
      steel,
    ),
  )
  for (const side of [-1, 1]) {
    result.add(mesh(block(0.28, top + 2.6, 1.5, 0.1), bright, [side * (radius + 0.5), (top + 2.6) / 2, 0]))
    result.add(mesh(block(0.5, 1.6, 1.1, 0.2), bright, [side * (radius + 0.75), top - 0.2, 0]))
  }
  result.add(
    mesh(
      tube(
        [
          [-radius - 0.5, top + 2.3, 0],
          [-radius - 0.35, top + 3.7, 0],
          [-radius * 0.5, top + 4.4, 0],
          [radius * 0.5, top + 4.4, 0],
          [radius + 0.35, top + 3.7, 0],
          [radius + 0.5, top + 2.3, 0],
        ],
        0.36,
      ),
      bright,
    ),
  )
  result.add(
    mesh(
      turned([
        [0.42, -2.6],
        [0.55, -2.2, 0.2],
        [0.55, 2.2, 0.2],
        [0.42, 2.6],
      ]),
      wood('sheesham'),
      [0, top + 4.4, 0],
      [0, 0, Math.PI / 2],
    ),
  )
  return result
}

export function board(width: number, depth: number, thick: number, name: WoodName): THREE.Group {
  const w = width / 2
  const d = depth / 2
  const shape = outline(
    [
      [-w, -d, 2],
      [w, -d, 2],
      [w, d, 2],
      [-w, d, 2],
    ],
    2,
  )
  const hole = new THREE.Path()
  hole.absarc(w - 2.6, d - 2.6, 1, 0, Math.PI * 2, true)
  shape.holes.push(hole)
  return group(mesh(cutOut(shape, thick, 0.3, 'x', 20), wood(name), [0, thick / 2, 0], [-Math.PI / 2, 0, 0]))
}

/** Fruit and leaves to put beside kitchen things. */
export function lemon(radius = 2.6): THREE.Group {
  const body = turned(
    [
      [0, -radius * 1.25],
      [radius * 0.22, -radius * 1.16, 0.2],
      [radius * 0.8, -radius * 0.6, radius * 0.5],
      [radius, 0, radius],
      [radius * 0.8, radius * 0.6, radius * 0.5],
      [radius * 0.25, radius * 1.1, 0.3],
      [0, radius * 1.3],
    ],
    0.5,
  )
  const result = group(mesh(uneven(body, 0.05, 1.6), plain('#e8c23a', 0.45)))
  result.rotation.z = Math.PI / 2
  result.position.y = radius * 0.97
  return group(result)
}

export function tomato(radius = 3): THREE.Group {
  const body = new THREE.SphereGeometry(radius, 40, 28)
  body.scale(1, 0.82, 1)
  return group(
    mesh(boxMapped(body), plain('#c8402c', 0.3, { coat: 0.5 }), [0, radius * 0.8, 0]),
    mesh(
      turned(
        [
          [0, 0],
          [0.9, 0.1, 0.2],
          [0.15, 0.4],
          [0, 0.9],
        ],
        0.1,
        10,
      ),
      plain('#5f7f3a', 0.8),
      [0, radius * 1.56, 0],
    ),
  )
}
