import * as THREE from 'three'
import { between, seeded } from '../stage/random.ts'
import { fibre, glaze, metal, plain, speckled, weave, wood } from '../surfaces/materials.ts'
import { block, cutOut, group, mesh, outline, placed, tube, turned } from './forms.ts'
import { rope } from './woven.ts'

const lac = (color: string): THREE.MeshStandardMaterial => plain(color, 0.32, { coat: 0.5 })
export const lacColors = ['#c23b2e', '#e38a2a', '#efc23c', '#5f9a4a', '#2f6f9a', '#7a4a8f']

export function stackingRings(): THREE.Group {
  const result = group(
    mesh(
      turned([
        [0, 0],
        [5.4, 0, 0.4],
        [5.4, 1.6, 0.7],
        [0, 1.6],
      ]),
      wood('ivory'),
    ),
    mesh(
      turned([
        [0.8, 1.4],
        [0.7, 13],
        [0, 13],
      ]),
      wood('ivory'),
    ),
  )
  lacColors.forEach((color, index) => {
    const outer = 4.8 - index * 0.5
    result.add(
      mesh(
        turned(
          [
            [0.9, 0],
            [outer, 0, 0.8],
            [outer, 1.9, 0.8],
            [0.9, 1.9],
          ],
          0.4,
        ),
        lac(color),
        [0, 1.65 + index * 1.92, 0],
      ),
    )
  })
  result.add(mesh(new THREE.SphereGeometry(1.7, 36, 24), lac('#c23b2e'), [0, 14.8, 0]))
  return result
}

export function ring(color: string, outer: number): THREE.Group {
  return group(
    mesh(
      turned(
        [
          [0.9, 0],
          [outer, 0, 0.8],
          [outer, 1.9, 0.8],
          [0.9, 1.9, 0.4],
          [0.9, 0],
        ],
        0.4,
      ),
      lac(color),
    ),
  )
}

export function rattle(): THREE.Group {
  const result = group(
    mesh(
      turned([
        [0, 0],
        [0.9, 0.1, 0.5],
        [1.15, 1, 0.8],
        [0.65, 2.4, 0.8],
        [0.62, 5, 1],
        [0.9, 5.6, 0.3],
        [0, 5.6],
      ]),
      wood('ivory'),
    ),
    mesh(
      turned([
        [0, 5.4],
        [1, 5.5, 0.3],
        [2.3, 7.2, 1.2],
        [2.45, 9.6, 1.2],
        [1.4, 11.4, 1],
        [0.5, 11.9, 0.3],
        [0, 12],
      ]),
      lac('#e38a2a'),
    ),
  )
  for (const [y, r, color] of [
    [7.6, 2.42, '#c23b2e'],
    [9.5, 2.5, '#5f9a4a'],
    [1, 1.18, '#c23b2e'],
  ] as const)
    result.add(
      mesh(
        turned([
          [r * 0.96, y - 0.35],
          [r + 0.03, y - 0.28, 0.05],
          [r + 0.03, y + 0.28, 0.05],
          [r * 0.96, y + 0.35],
        ]),
        lac(color),
      ),
    )
  return result
}

export function toyBlock(kind: 'cube' | 'brick' | 'arch' | 'roof' | 'pillar', color?: string): THREE.Group {
  const material = color === undefined ? wood('beech') : plain(color, 0.55)
  if (kind === 'cube') return group(mesh(block(4, 4, 4, 0.25), material, [0, 2, 0]))
  if (kind === 'brick') return group(mesh(block(8, 4, 4, 0.25), material, [0, 2, 0]))
  if (kind === 'pillar')
    return group(
      mesh(
        turned([
          [0, 0],
          [1.8, 0, 0.25],
          [1.8, 8, 0.25],
          [0, 8],
        ]),
        material,
      ),
    )
  if (kind === 'roof')
    return group(
      mesh(
        cutOut(
          outline(
            [
              [-4, 0, 0.3],
              [4, 0, 0.3],
              [0, 4, 0.3],
            ],
            0.3,
          ),
          4,
          0.2,
          'x',
        ),
        material,
      ),
    )
  const arch = new THREE.Shape()
  arch.moveTo(-4, 0)
  arch.lineTo(-2, 0)
  arch.absarc(0, 0, 2, Math.PI, 0, true)
  arch.lineTo(4, 0)
  arch.lineTo(4, 4)
  arch.lineTo(-4, 4)
  arch.closePath()
  return group(mesh(cutOut(arch, 4, 0.2, 'x', 20), material))
}

export function blockCastle(): THREE.Group {
  const put = (
    kind: Parameters<typeof toyBlock>[0],
    x: number,
    y: number,
    z: number,
    color?: string,
    yaw = 0,
  ): THREE.Group => placed(toyBlock(kind, color), { at: [x, y, z], turn: [0, yaw, 0] })
  return group(
    put('cube', -8, 0, 0, '#7f9a6a'),
    put('arch', 0, 0, 0),
    put('cube', 8, 0, 0, '#d99a4a'),
    put('pillar', -8, 4, 0),
    put('brick', 0, 4, 0, '#b8573c'),
    put('pillar', 8, 4, 0),
    put('cube', 0, 8, 0),
    put('roof', 0, 12, 0, '#4f7f8f'),
    put('roof', -8, 12, 0, '#b8573c'),
    put('roof', 8, 12, 0, '#7f9a6a'),
    put('cube', 13, 0, 7, '#4f7f8f', 24),
    put('brick', -9, 0, 9, undefined, 18),
    put('roof', 3, 0, 10, '#e0b84a', -14),
  )
}

export function elephant(): THREE.Group {
  const grey = plain('#8f9aa8', 0.5)
  const shape = outline(
    [
      [-6, 0.4, 0.6],
      [-6.6, 5, 2],
      [-4.6, 9, 3],
      [0.6, 9.8, 3],
      [3, 9.2, 1],
      [5.4, 10.6, 2.4],
      [8.2, 9, 2],
      [8.6, 5, 1.4],
      [9.8, 3, 0.8],
      [9.6, 2, 0.6],
      [8.2, 2.6, 0.8],
      [6.6, 5, 1.2],
      [5, 4.6, 0.8],
      [4.4, 0.4, 0.6],
      [1.8, 0.4, 0.6],
      [1.4, 3, 1],
      [-2.6, 3, 1],
      [-3.2, 0.4, 0.6],
    ],
    0.8,
  )
  const result = group(mesh(cutOut(shape, 5, 0.9, 'x', 20), grey))
  const ear = outline(
    [
      [-1.6, 2.6, 1.2],
      [1.4, 2.4, 1.2],
      [1.6, -1.6, 1.4],
      [-0.8, -2.4, 1.2],
      [-2, 0, 1.2],
    ],
    1.2,
  )
  for (const side of [-1, 1]) {
    result.add(
      placed(mesh(cutOut(ear, 0.5, 0.2), fibre('#d98a7a', '#b56656', { tile: 3, bump: 2 })), {
        at: [3.6, 7, side * 2.75],
        turn: [0, side * 14, 0],
      }),
    )
    result.add(mesh(new THREE.SphereGeometry(0.34, 18, 12), plain('#2a2522', 0.2), [6.6, 8, side * 2.4]))
    result.add(
      mesh(
        turned(
          [
            [0.5, 0],
            [0.34, 0.6],
            [0.05, 2.2],
          ],
          0.1,
          16,
        ),
        plain('#f6efe0', 0.4),
        [7.6, 5.6, side * 1.7],
        [0, 0, -2.2],
      ),
    )
    for (const x of [-4.6, 3.2]) {
      const wheel = mesh(
        turned([
          [0, 0],
          [2.3, 0, 0.4],
          [2.3, 1.1, 0.4],
          [0, 1.1],
        ]),
        lac(x < 0 ? '#c23b2e' : '#e3a52a'),
        [x, 0.2, side * 2.9],
        [side * (Math.PI / 2), 0, 0],
      )
      const hub = mesh(
        turned([
          [0, 0],
          [0.7, 0, 0.2],
          [0.6, 0.5, 0.2],
          [0, 0.6],
        ]),
        wood('ivory'),
        [x, 0.2, side * 4],
        [side * (Math.PI / 2), 0, 0],
      )
      result.add(wheel, hub)
    }
  }
  const blanket = mesh(
    block(5.4, 3.4, 5.5, 0.5),
    weave('#c8523a', { stripe: '#f0c24a', stripeAt: (v) => v % 0.5 < 0.14, tile: 4 }),
    [-1.4, 8.3, 0],
  )
  result.add(blanket)
  result.add(
    mesh(
      tube(
        [
          [9.6, 1.2, 0],
          [12, 0, 1],
          [14, -1.9, 2.4],
          [17, -1.9, 1],
          [19, -1.9, 3.4],
        ],
        0.18,
      ),
      plain('#e9dcc0', 0.9),
    ),
    mesh(new THREE.SphereGeometry(0.9, 24, 16), lac('#e38a2a'), [19.4, -1.2, 3.6]),
  )
  result.position.y = 2.1
  return group(result)
}

export function teether(): THREE.Group {
  const bowCloth = weave('#a9bda0', { thread: 40, tile: 3 })
  const result = group(
    mesh(new THREE.TorusGeometry(3, 0.62, 24, 72), wood('neem'), [0, 0.62, 0], [Math.PI / 2, 0, 0]),
  )
  for (const side of [-1, 1]) {
    const ear = mesh(
      cutOut(
        outline(
          [
            [0, -0.5, 0.3],
            [side * 1.6, -1.9, 1],
            [side * 3.6, -1.4, 1.2],
            [side * 3.6, 1.4, 1.2],
            [side * 1.6, 1.9, 1],
            [0, 0.5, 0.3],
          ],
          0.6,
        ),
        1,
        0.45,
      ),
      bowCloth,
      [0, 1, -3.2],
      [-Math.PI / 2 + 0.1, 0, side * 0.25],
    )
    result.add(ear)
  }
  result.add(mesh(new THREE.SphereGeometry(0.95, 24, 16), bowCloth, [0, 1.1, -3.2]))
  return result
}

export function pawBowl(): THREE.Group {
  const skin = glaze('#c9d2c4', '#7a6a50')
  const result = group(
    mesh(
      turned([
        [0, 0],
        [9, 0, 0.3],
        [8.2, 5, 0.6],
        [7.6, 6, 0.5],
        [6.9, 5.8, 0.3],
      ]),
      skin,
    ),
    mesh(
      turned([
        [6.9, 5.8, 0.3],
        [6.3, 1.4, 1.2],
        [0, 1],
      ]),
      glaze('#efeadc', '#7a6a50'),
    ),
  )
  const paw = plain('#5c6f5a', 0.35)
  const front = (x: number, y: number, size: number): THREE.Mesh => {
    const angle = x / 8.8
    const lean = 9 - (y / 5) * 0.8
    const pad = mesh(
      new THREE.SphereGeometry(size, 24, 16),
      paw,
      [Math.sin(angle) * lean, y, Math.cos(angle) * lean],
      [-0.16, angle, 0],
    )
    pad.scale.z = 0.1
    return pad
  }
  result.add(
    front(0, 2, 1),
    front(-1.25, 3.2, 0.5),
    front(-0.45, 3.8, 0.5),
    front(0.45, 3.8, 0.5),
    front(1.25, 3.2, 0.5),
  )
  return result
}

export function ropeTug(): THREE.Group {
  const knot = (x: number): THREE.Group => {
    const result = group()
    for (const [tilt, color] of [
      [0.5, '#d9c394'],
      [-0.6, '#d9c394'],
      [1.5, '#b5422f'],
    ] as const)
      result.add(
        mesh(
          new THREE.TorusGeometry(1.7, 1.05, 18, 40),
          fibre(color, '#8f7a4c', { tile: 3, bump: 3 }),
          [x, 2.4, 0],
          [tilt, Math.PI / 2 + tilt * 0.4, 0],
        ),
      )
    const random = seeded(`tuft${x}`)
    for (let strand = 0; strand < 46; strand += 1) {
      const dir = Math.sign(x)
      result.add(
        mesh(
          tube(
            [
              [x + dir * 1.6, 2.2, 0],
              [x + dir * 3, 1.8 + between(random, -0.7, 0.7), between(random, -0.9, 0.9)],
              [x + dir * between(random, 4.2, 5.4), between(random, 0.3, 2), between(random, -2, 2)],
            ],
            0.13,
            false,
            10,
          ),
          plain(strand % 4 === 0 ? '#b5422f' : '#d9c394', 0.95),
        ),
      )
    }
    return result
  }
  return group(
    rope(
      [
        [-10.5, 2.2, 0],
        [-4, 1.9, 0.8],
        [4, 1.9, -0.6],
        [10.5, 2.2, 0],
      ],
      1.75,
      ['#d9c394', '#cdb27c', '#b5422f'],
      4,
    ),
    knot(-10.8),
    knot(10.8),
  )
}

export function bone(): THREE.Group {
  const shape = outline(
    [
      [-2.6, -1.5, 0.7],
      [-3.6, -0.9, 0.6],
      [-2.9, 0, 0.3],
      [-3.6, 0.9, 0.6],
      [-2.6, 1.5, 0.7],
      [-1.7, 0.6, 0.4],
      [1.7, 0.6, 0.4],
      [2.6, 1.5, 0.7],
      [3.6, 0.9, 0.6],
      [2.9, 0, 0.3],
      [3.6, -0.9, 0.6],
      [2.6, -1.5, 0.7],
      [1.7, -0.6, 0.4],
      [-1.7, -0.6, 0.4],
    ],
    0.5,
  )
  return group(
    mesh(
      cutOut(shape, 1, 0.2, 'x'),
      speckled('#b98352', '#7a4f2a', 0.25, 0.9),
      [0, 0.5, 0],
      [-Math.PI / 2, 0, 0],
    ),
  )
}

export function feltBall(color: string, dark: string): THREE.Group {
  return group(
    mesh(
      new THREE.SphereGeometry(2, 40, 28),
      fibre(color, dark, { tile: 0.7, bump: 3, grain: 0.5 }),
      [0, 2, 0],
    ),
  )
}

export function birdBath(): THREE.Group {
  const result = group(
    mesh(
      turned([
        [0, 0],
        [7, 0.2, 1],
        [12.4, 4, 2],
        [13, 5, 0.3],
        [12.2, 5.1, 0.2],
        [11.6, 4, 1.6],
        [6.8, 1.2, 1],
        [0, 1],
      ]),
      plain('#b9673f', 0.95),
    ),
    mesh(new THREE.CircleGeometry(11.3, 56), plain('#b8d0cf', 0.06), [0, 3.7, 0], [-Math.PI / 2, 0, 0]),
  )
  for (const angle of [0.5, 2.6, 4.7]) {
    const c = Math.cos(angle)
    const s = Math.sin(angle)
    result.add(
      rope(
        [
          [c * 12.6, 4.4, s * 12.6],
          [c * 8, 16, s * 8],
          [c * 0.6, 34, s * 0.6],
        ],
        0.42,
        ['#c2a068', '#a9854c'],
        26,
      ),
    )
  }
  result.add(mesh(new THREE.TorusGeometry(1.3, 0.28, 14, 40), metal('iron'), [0, 35.2, 0]))
  return result
}
