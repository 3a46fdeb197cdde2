import * as THREE from 'three'
import { layeredNoise } from '../stage/random.ts'
import { clay, fibre, metal, plain, weave, wood } from '../surfaces/materials.ts'
import type { MetalName } from '../surfaces/materials.ts'
import { block, cutOut, group, many, mesh, outline, place4, placed, surface, tube, turned } from './forms.ts'

/** A dried ridge gourd: a ribbed, holed fibre body along x. */
export function loofah(length: number, radius: number, seed: number): THREE.Group {
  const skin = surface(
    (u, v) => {
      const angle = u * Math.PI * 2
      const end = Math.sin(Math.PI * Math.min(1, Math.max(0, v))) ** 0.2
      const rib = Math.abs(Math.sin(angle * 5 + Math.sin(v * 5 + seed) * 0.15)) ** 0.7
      const net = layeredNoise(Math.cos(angle) * 9 + seed, Math.sin(angle) * 9, v * 40, 3)
      const bow = Math.sin(v * Math.PI) * radius * 0.2
      const r = radius * end * (0.84 + rib * 0.16 + (net - 0.5) * 0.1)
      return [(v - 0.5) * length, Math.cos(angle) * r + bow, Math.sin(angle) * r]
    },
    150,
    150,
    [radius * 6.3, length],
  )
  const body = group(mesh(skin, loofahFibre()))
  body.add(
    mesh(
      tube(
        [
          [-length / 2, 0, 0],
          [-length / 2 - 2.2, 1, 0.4],
          [-length / 2 - 3.4, 0, 0],
          [-length / 2 - 2.2, -0.8, -0.3],
        ],
        0.14,
        true,
      ),
      plain('#f1e8d4', 0.9),
    ),
  )
  body.position.y = radius * 0.92
  return group(body)
}

/** Holes between crossing strands, as in the skeleton of a gourd. */
function loofahFibre(): THREE.Material {
  return fibre('#f0dfb4', '#8a6c38', { tile: 4.5, bump: 5, grain: 0.7 })
}

export function clayFish(): THREE.Group {
  const shape = outline(
    [
      [-5.6, 2.3, 0.4],
      [-4.9, 0, 0.5],
      [-5.6, -2.3, 0.4],
      [-3.1, -0.75, 1.2],
      [-0.4, -2.5, 2.4],
      [3, -2.1, 2],
      [5.4, 0, 1.6],
      [3, 2.1, 2],
      [-0.4, 2.5, 2.4],
      [-3.1, 0.75, 1.2],
    ],
    0.8,
  )
  const result = group(mesh(cutOut(shape, 2.2, 0.28, 'x', 20), clay('#b9673f')))
  const rib = (x: number, half: number): THREE.Mesh =>
    mesh(
      tube(
        [
          [x - 0.5, -half, 1.1],
          [x + 0.35, 0, 1.22],
          [x - 0.5, half, 1.1],
        ],
        0.16,
      ),
      clay('#a85a35'),
    )
  result.add(rib(-1.8, 1), rib(-0.9, 1.35), rib(0, 1.6), rib(0.9, 1.7), rib(1.8, 1.6), rib(2.7, 1.3))
  result.add(mesh(new THREE.SphereGeometry(0.3, 20, 12), clay('#8f4827'), [3.9, 0.5, 1.1]))
  result.rotation.x = -Math.PI / 2
  result.position.y = 1.1
  return group(result)
}

/** A bent strip with two grips; lies flat, bow to the back. */
export function tongueCleaner(name: MetalName, balls: boolean): THREE.Group {
  const material = metal(name)
  const result = group()
  const bow: [number, number, number][] = []
  for (let step = 0; step <= 24; step += 1) {
    const angle = Math.PI * (step / 24)
    bow.push([Math.cos(angle) * 3.1, 0, -4.5 - Math.sin(angle) * 3])
  }
  const path: [number, number, number][] = [[3.4, 0, 6], [3.3, 0, 2], ...bow, [-3.3, 0, 2], [-3.4, 0, 6]]
  const strip = tube(path, 0.34, false, 160)
  strip.scale(1, 0.42, 1)
  result.add(mesh(strip, material))
  for (const side of [-1, 1]) {
    if (balls) result.add(mesh(new THREE.SphereGeometry(0.62, 28, 20), material, [side * 3.4, 0, 6.3]))
    else {
      const grip = turned(
        [
          [0, 0],
          [0.45, 0.1, 0.3],
          [0.55, 1.4, 0.5],
          [0.42, 3.2, 0.5],
          [0, 3.4],
        ],
        0.3,
      )
      grip.scale(1, 1, 0.5)
      result.add(mesh(grip, material, [side * 3.38, 0, 3.6], [Math.PI / 2, 0, 0]))
    }
  }
  result.position.y = balls ? 0.62 : 0.3
  return group(result)
}

/** Stands with the head up along y. */
export function safetyRazor(): THREE.Group {
  const brass = metal('brass')
  const handle = turned(
    [
      [0, 0],
      [0.62, 0.05, 0.25],
      [0.68, 1, 0.4],
      [0.58, 4, 1],
      [0.66, 7.2, 0.5],
      [0.5, 7.5, 0.1],
      [0, 7.5],
    ],
    0.3,
  )
  const result = group(
    mesh(handle, wood('bamboo')),
    mesh(
      turned([
        [0.5, 0],
        [0.6, 0.1, 0.05],
        [0.6, 0.5, 0.05],
        [0.45, 0.6],
        [0.42, 1.2],
      ]),
      brass,
      [0, 7.3, 0],
    ),
  )
  const cap = cutOut(
    outline(
      [
        [-0.95, 0, 0.25],
        [-0.95, 0.22, 0.2],
        [-0.4, 0.62, 0.5],
        [0.4, 0.62, 0.5],
        [0.95, 0.22, 0.2],
        [0.95, 0, 0.25],
      ],
      0.2,
    ),
    4.3,
    0.12,
    'z',
  )
  result.add(mesh(cap, brass, [0, 8.75, 0], [0, Math.PI / 2, 0]))
  result.add(mesh(block(4.2, 0.28, 2.3, 0.12), brass, [0, 8.38, 0]))
  const teeth: THREE.Matrix4[] = []
  for (let index = 0; index < 17; index += 1) {
    for (const side of [-1, 1]) teeth.push(place4([-2 + index * 0.25, 8.36, side * 1.2]))
  }
  result.add(many(block(0.13, 0.22, 0.34, 0.05), brass, teeth))
  result.add(mesh(block(4.3, 0.03, 2.2, 0.01), metal('mirror'), [0, 8.6, 0]))
  result.add(
    mesh(
      turned([
        [0.64, 0],
        [0.7, 0.1, 0.05],
        [0.7, 0.4, 0.05],
        [0.62, 0.5],
      ]),
      brass,
      [0, 0.9, 0],
    ),
  )
  return result
}

/** A double-headed cotton bud along x. */
export function cottonBud(): THREE.Group {
  const tip = turned(
    [
      [0, 0],
      [0.2, 0.1, 0.1],
      [0.27, 0.55, 0.3],
      [0.14, 1.25, 0.2],
      [0.1, 1.3],
    ],
    0.15,
    20,
  )
  return group(
    mesh(new THREE.CylinderGeometry(0.1, 0.1, 6.6, 12), wood('bamboo'), [0, 0, 0], [0, 0, Math.PI / 2]),
    mesh(tip, plain('#fbf8f1', 1), [-3.75, 0, 0], [0, 0, -Math.PI / 2]),
    mesh(tip.clone(), plain('#fbf8f1', 1), [3.75, 0, 0], [0, 0, Math.PI / 2]),
  )
}

/** Buds standing in a round or square holder: many instances, heads up. */
export function standingBuds(count: number, spread: number, height = 7.5): THREE.Group {
  const tip = turned(
    [
      [0, 0],
      [0.17, 0.02, 0.1],
      [0.28, 0.7, 0.3],
      [0.2, 1.25, 0.2],
      [0, 1.35],
    ],
    0.15,
    14,
  )
  const stick = new THREE.CylinderGeometry(0.1, 0.1, height - 1, 8)
  const tips: THREE.Matrix4[] = []
  const sticks: THREE.Matrix4[] = []
  for (let index = 0; index < count; index += 1) {
    const r = Math.sqrt((index + 0.5) / count) * spread
    const angle = index * 2.39996
    const x = Math.cos(angle) * r
    const z = Math.sin(angle) * r
    const drop = layeredNoise(index * 1.7, 2) * 0.6
    tips.push(place4([x, height - 1.3 - drop, z]))
    sticks.push(place4([x, (height - 1) / 2 - drop, z]))
  }
  return group(many(tip, plain('#fbf8f1', 1), tips), many(stick, wood('bamboo'), sticks))
}

/** A round washable pad with a sewn edge. */
export function cottonRound(color: string, radius = 4): THREE.Group {
  const result = group(
    mesh(
      turned([
        [0, 0],
        [radius, 0.05, 0.2],
        [radius, 0.42, 0.2],
        [radius * 0.9, 0.5, 0.2],
        [0, 0.55],
      ]),
      weave(color, { thread: 40, waffle: true, tile: 3 }),
    ),
  )
  const edge: [number, number, number][] = []
  for (let step = 0; step < 32; step += 1) {
    const angle = (step / 32) * Math.PI * 2
    edge.push([Math.cos(angle) * radius, 0.25, Math.sin(angle) * radius])
  }
  result.add(mesh(tube(edge, 0.16, true, 120), plain('#e7d9bd', 0.95)))
  return result
}

/** A winged cloth pad that lies flat along x. */
export function clothPad(top: THREE.Material, back: THREE.Material, length: number): THREE.Group {
  const h = length / 2
  const shape = outline(
    [
      [-h, -3.2, 3],
      [-3.5, -3.1, 2],
      [-2.6, -6.6, 1.5],
      [2.6, -6.6, 1.5],
      [3.5, -3.1, 2],
      [h, -3.2, 3],
      [h, 3.2, 3],
      [3.5, 3.1, 2],
      [2.6, 6.6, 1.5],
      [-2.6, 6.6, 1.5],
      [-3.5, 3.1, 2],
      [-h, 3.2, 3],
    ],
    1.5,
  )
  const core = outline(
    [
      [-h + 1.2, -2.1, 2],
      [h - 1.2, -2.1, 2],
      [h - 1.2, 2.1, 2],
      [-h + 1.2, 2.1, 2],
    ],
    2,
  )
  const result = group(
    mesh(cutOut(shape, 0.5, 0.22, 'x', 20), back),
    mesh(cutOut(core, 0.55, 0.25, 'x', 20), top, [0, 0, 0.35]),
  )
  for (const side of [-1, 1])
    result.add(
      mesh(
        turned([
          [0, 0],
          [0.5, 0, 0.05],
          [0.5, 0.14, 0.06],
          [0, 0.16],
        ]),
        metal('tin'),
        [0, side * 5.5, 0.28],
        [Math.PI / 2, 0, 0],
      ),
    )
  result.rotation.x = -Math.PI / 2
  result.position.y = 0.3
  return group(placed(result, {}))
}
