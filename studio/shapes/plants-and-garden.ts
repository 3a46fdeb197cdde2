import * as THREE from 'three'
import { between, seeded } from '../stage/random.ts'
import { clay, crumbs, fibre, leafy, metal, plain, wood } from '../surfaces/materials.ts'
import { block, cutOut, group, many, mesh, outline, place4, surface, tube, turned } from './forms.ts'
import { leafGeometry } from './props.ts'

/** A planter with a rolled rim. */
export function planter(radius: number, height: number, material: THREE.Material, soil = true): THREE.Group {
  const result = group(
    mesh(
      turned([
        [0, 0],
        [radius * 0.68, 0, 0.2],
        [radius * 0.92, height * 0.78, 0.2],
        [radius, height * 0.79, 0.15],
        [radius, height, 0.3],
        [radius * 0.9, height, 0.2],
        [radius * 0.88, height * 0.8, 0.2],
        [radius * 0.8, height * 0.5],
      ]),
      material,
    ),
  )
  if (soil)
    result.add(
      mesh(
        turned([
          [radius * 0.88, height * 0.84],
          [radius * 0.5, height * 0.88, 0.5],
          [0, height * 0.9],
        ]),
        crumbs('#5a4030', '#2c1d14', 24, 5),
      ),
    )
  return result
}

export function saucer(radius: number, material: THREE.Material): THREE.Group {
  return group(
    mesh(
      turned([
        [0, 0],
        [radius * 0.85, 0, 0.2],
        [radius, 1.8, 0.2],
        [radius * 0.93, 1.85, 0.15],
        [radius * 0.82, 0.5, 0.3],
        [0, 0.5],
      ]),
      material,
    ),
  )
}

/** A bushy plant: stems with leaves all round, growing from the origin. */
export function bush(
  seed: string,
  options: {
    height: number
    spread: number
    stems: number
    leaf: number
    color?: string
    leavesPerStem?: number
    droop?: number
    round?: boolean
  },
): THREE.Group {
  const random = seeded(seed)
  const result = group()
  const leaves: THREE.Matrix4[] = []
  const stemColor = plain('#6f8a4a', 0.8)
  for (let stem = 0; stem < options.stems; stem += 1) {
    const angle = stem * 2.39996 + between(random, -0.3, 0.3)
    const lean = options.spread * Math.sqrt((stem + 0.6) / options.stems)
    const tall =
      options.height * between(random, 0.7, 1.05) * (1 - 0.25 * (lean / Math.max(0.01, options.spread)))
    const droop = options.droop ?? 0
    const at = (t: number): [number, number, number] => [
      Math.cos(angle) * lean * t ** 1.3,
      tall * t - droop * tall * t ** 3,
      Math.sin(angle) * lean * t ** 1.3,
    ]
    result.add(mesh(tube([at(0), at(0.35), at(0.7), at(1)], options.leaf * 0.035, false, 20), stemColor))
    const count = options.leavesPerStem ?? 8
    for (let leaf = 0; leaf < count; leaf += 1) {
      const t = 0.25 + (0.75 * (leaf + 1)) / count
      leaves.push(
        place4(
          at(t),
          [
            between(random, -0.5, 0.3),
            leaf * 2.4 + angle + between(random, -0.4, 0.4),
            between(random, 0.05, 0.7),
          ],
          between(random, 0.65, 1.1) * (1.1 - t * 0.35),
        ),
      )
    }
  }
  result.add(
    many(
      leafGeometry(options.leaf, options.leaf * (options.round === true ? 0.85 : 0.5), 0.2),
      leafy(options.color ?? '#5f8f45'),
      leaves,
    ),
  )
  return result
}

/** Two seed leaves on a thread of stem. */
export function sprouts(seed: string, count: number, radius: number, height = 2.4): THREE.Group {
  const random = seeded(seed)
  const leaves: THREE.Matrix4[] = []
  const stems: THREE.Matrix4[] = []
  for (let index = 0; index < count; index += 1) {
    const r = Math.sqrt((index + 0.5) / count) * radius
    const angle = index * 2.39996
    const tall = height * between(random, 0.7, 1.15)
    const at: [number, number, number] = [Math.cos(angle) * r, tall, Math.sin(angle) * r]
    const turn = random() * 6.28
    leaves.push(
      place4(at, [0, turn, 0.35], between(random, 0.8, 1.2)),
      place4(at, [0, turn + Math.PI, 0.35], between(random, 0.8, 1.2)),
    )
    stems.push(place4([at[0], tall / 2, at[2]], [0, 0, 0], [1, tall, 1]))
  }
  return group(
    many(leafGeometry(height * 0.42, height * 0.26, 0.1), leafy('#7db04f'), leaves),
    many(new THREE.CylinderGeometry(0.06, 0.08, 1, 6), plain('#c7d69a', 0.7), stems),
  )
}

export function coirPot(radius: number, height: number): THREE.Group {
  const material = fibre('#a67a4c', '#5a3c1f', { tile: 4, bump: 5, grain: 0.9 })
  return group(
    mesh(
      turned([
        [0, 0],
        [radius * 0.74, 0, 0.3],
        [radius, height, 0.25],
        [radius * 0.86, height, 0.2],
        [radius * 0.72, height * 0.2],
        [0, height * 0.18],
      ]),
      material,
    ),
  )
}

export function trowel(fork: boolean): THREE.Group {
  const steel = metal('steel')
  const handle = mesh(
    turned(
      [
        [0, 0],
        [1.1, 0.2, 0.5],
        [1.35, 2, 1],
        [1.05, 6, 2],
        [1.2, 10, 1],
        [0.8, 12, 0.3],
        [0, 12],
      ],
      0.4,
    ),
    wood('ash'),
    [0, 0, 0],
  )
  const collar = mesh(
    turned([
      [0.85, 11.4],
      [1, 11.6, 0.1],
      [0.8, 13.4, 0.2],
      [0.5, 14],
    ]),
    metal('iron'),
  )
  const result = group(
    handle,
    collar,
    mesh(
      tube(
        [
          [0, 13, 0],
          [0, 15, 0.5],
          [0, 17, 0.2],
        ],
        0.42,
      ),
      steel,
    ),
  )
  if (fork) {
    for (const x of [-2, 0, 2])
      result.add(
        mesh(
          tube(
            [
              [0, 16.6, 0.2],
              [x * 0.9, 18, 0],
              [x * 1.1, 22, 0.5],
              [x * 1.1, 28, -0.3],
              [x * 1.05, 29.6, -0.6],
            ],
            0.38,
          ),
          steel,
        ),
      )
  } else {
    const blade = surface(
      (u, v) => {
        const a = u * 2 - 1
        const half =
          3.6 *
          (v < 0.2 ? 0.72 + v * 1.4 : 1) *
          (v > 0.55 ? Math.sqrt(Math.max(0, 1 - ((v - 0.55) / 0.45) ** 2)) : 1)
        return [a * half, 16.2 + v * 13.6, -((1 - a * a) * 1.5) + 0.6 + Math.sin(v * 3) * 0.3]
      },
      24,
      40,
      [6, 14],
    )
    result.add(mesh(blade, steel))
  }
  result.add(
    mesh(
      tube(
        [
          [0, 0.6, 0],
          [1.2, -2, 0.4],
          [0, -4.4, 0],
          [-1.2, -2, -0.4],
        ],
        0.16,
        true,
      ),
      plain('#6b4528', 0.8),
    ),
  )
  result.rotation.x = -Math.PI / 2
  result.position.y = 1.35
  const flat = group(result)
  return group(flat)
}

export function mister(): THREE.Group {
  const copper = metal('copper')
  const brass = metal('brass')
  return group(
    mesh(
      turned([
        [0, 0],
        [3, 0, 0.4],
        [4.3, 3.4, 3],
        [3.6, 7.4, 2],
        [1.2, 9.8, 1],
        [1.05, 11],
        [0, 11],
      ]),
      copper,
    ),
    mesh(
      turned([
        [0, 0],
        [1.35, 0, 0.1],
        [1.35, 1.3, 0.15],
        [0.6, 1.6, 0.2],
        [0.5, 3.2],
        [0, 3.2],
      ]),
      brass,
      [0, 10.8, 0],
    ),
    mesh(
      turned([
        [0, 0],
        [0.95, 0, 0.1],
        [0.95, 0.5, 0.2],
        [0, 0.55],
      ]),
      brass,
      [0, 14, 0],
    ),
    mesh(
      tube(
        [
          [0, 12.8, 0],
          [2, 13.1, 0],
          [4, 13, 0],
        ],
        0.36,
      ),
      brass,
    ),
    mesh(
      turned([
        [0, 0],
        [0.6, 0, 0.1],
        [0.5, 0.7, 0.15],
        [0, 0.7],
      ]),
      brass,
      [4, 13, 0],
      [0, 0, -Math.PI / 2],
    ),
    mesh(
      tube(
        [
          [0.9, 10.4, 0],
          [-2.6, 11.4, 0],
          [-4.2, 9, 0],
          [-4.4, 5.4, 0],
          [-3.8, 3.6, 0],
        ],
        0.3,
      ),
      brass,
    ),
  )
}

export function marker(): THREE.Mesh {
  return mesh(
    cutOut(
      outline(
        [
          [-1.5, 0, 0.3],
          [0, -3.4, 0.2],
          [1.5, 0, 0.3],
          [1.5, 9, 1.4],
          [-1.5, 9, 1.4],
        ],
        0.4,
      ),
      0.14,
      0.05,
    ),
    plain('#efe6d0', 0.95),
  )
}

/** Small rough balls of clay. */
export function seedBall(): THREE.BufferGeometry {
  const ball = new THREE.SphereGeometry(1.25, 18, 14)
  return ball
}

export function woodTray(width: number, depth: number): THREE.Group {
  return group(
    mesh(block(width, 0.6, depth, 0.2), wood('mango'), [0, 0.3, 0]),
    ...[-1, 1].map((side) => mesh(block(width, 2, 0.7, 0.2), wood('mango'), [0, 1, (side * depth) / 2])),
    ...[-1, 1].map((side) => mesh(block(0.7, 2, depth, 0.2, 'z'), wood('mango'), [(side * width) / 2, 1, 0])),
  )
}

export const terracotta = (): THREE.Material => clay('#c0693f')
