import * as THREE from 'three'
import { between, seeded } from '../stage/random.ts'
import { drawn } from '../surfaces/canvas.ts'
import { drawLeaf, labelMaterial } from '../surfaces/labels.ts'
import type { Label } from '../surfaces/labels.ts'
import { kraft, kraftColor, leafy, plain, wood } from '../surfaces/materials.ts'
import type { WoodName } from '../surfaces/materials.ts'
import { block, group, many, mesh, place4, surface, tube, turned } from './forms.ts'

/** A single curved leaf along +x, lying in the x and z plane. */
export function leafGeometry(length: number, width: number, bend = 0.18): THREE.BufferGeometry {
  return surface(
    (u, v) => {
      const across = Math.sin(Math.PI * v ** 0.8) * (1 - v * 0.15) * width * (u - 0.5)
      return [
        v * length,
        Math.sin(v * Math.PI * 0.9) * length * bend - Math.abs(u - 0.5) * width * 0.25,
        across,
      ]
    },
    6,
    14,
  )
}

/** A leafy twig that lies on the table, its stem along +x. */
export function twig(seed: string, length: number, color = '#6d8f4e', pairs = 6, leaf = 0.32): THREE.Group {
  const random = seeded(seed)
  const result = group(
    mesh(
      tube(
        [
          [0, 0.12, 0],
          [length * 0.35, 0.3, length * 0.03],
          [length * 0.7, 0.35, -length * 0.02],
          [length, 0.25, 0],
        ],
        length * 0.011,
      ),
      plain('#6b7a45', 0.8),
    ),
  )
  const geometry = leafGeometry(length * leaf, length * leaf * 0.42)
  const matrices: THREE.Matrix4[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const at = length * (0.14 + (0.8 * pair) / pairs)
    const size = 1.05 - (0.45 * pair) / pairs
    for (const side of [-1, 1]) {
      matrices.push(
        place4(
          [at, 0.32, 0],
          [
            side * between(random, -0.35, 0.2),
            side * -between(random, 0.7, 1.1),
            between(random, -0.02, 0.22),
          ],
          size * between(random, 0.85, 1.1),
        ),
      )
    }
  }
  matrices.push(place4([length * 0.95, 0.3, 0], [0, between(random, -0.2, 0.2), 0.1], 0.65))
  result.add(many(geometry, leafy(color), matrices))
  return result
}

export function scattered(
  seed: string,
  count: number,
  spread: readonly [number, number],
  geometry: THREE.BufferGeometry,
  material: THREE.Material,
  lift = 0,
  flat = true,
): THREE.InstancedMesh {
  const random = seeded(seed)
  const matrices: THREE.Matrix4[] = []
  for (let index = 0; index < count; index += 1) {
    matrices.push(
      place4(
        [between(random, -spread[0], spread[0]), lift, between(random, -spread[1], spread[1])],
        flat
          ? [between(random, -0.15, 0.15), random() * 6.28, between(random, -0.15, 0.15)]
          : [random() * 6.28, random() * 6.28, random() * 6.28],
        between(random, 0.75, 1.15),
      ),
    )
  }
  return many(geometry, material, matrices)
}

export function petals(
  seed: string,
  count: number,
  spread: readonly [number, number],
  color: string,
  size = 1.4,
): THREE.Object3D {
  return scattered(seed, count, spread, leafGeometry(size, size * 0.9, 0.25), plain(color, 0.8), 0.06)
}

/** A flat printed sheet facing +z. */
export function sheet(width: number, height: number, material: THREE.Material): THREE.Mesh {
  const result = mesh(new THREE.PlaneGeometry(width, height), material)
  return result
}

export function labelSheet(width: number, height: number, label: Label): THREE.Mesh {
  return sheet(width, height, labelMaterial({ ...label, shape: width / height }))
}

/** A folding carton with print on its front; stands on the table. */
export function carton(
  width: number,
  height: number,
  depth: number,
  label: Label,
  color = kraftColor,
): THREE.Group {
  const front = labelSheet(width * 0.96, height * 0.96, {
    clear: true,
    style: 'bare',
    ink: '#3b2a17',
    ...label,
  })
  front.position.set(0, height / 2, depth / 2 + 0.015)
  const flap = mesh(block(width * 0.98, 0.06, depth * 0.98, 0.02), kraft(color), [0, height, 0])
  return group(mesh(block(width, height, depth, 0.12, 'y'), kraft(color), [0, height / 2, 0]), front, flap)
}

/** A flat box whose top carries the print. */
export function flatBox(
  width: number,
  height: number,
  depth: number,
  label: Label | undefined,
  color = kraftColor,
): THREE.Group {
  const result = group(mesh(block(width, height, depth, 0.15, 'x'), kraft(color), [0, height / 2, 0]))
  if (label !== undefined) {
    const print = labelSheet(width * 0.8, depth * 0.8, {
      clear: true,
      style: 'bare',
      ink: '#3b2a17',
      ...label,
    })
    print.rotation.x = -Math.PI / 2
    print.position.y = height + 0.015
    result.add(print)
  }
  return result
}

/** A soap dish of wooden slats. */
export function slatDish(width = 12, depth = 8, name: WoodName = 'bamboo'): THREE.Group {
  const result = group()
  const slats = 6
  for (let slat = 0; slat < slats; slat += 1) {
    result.add(
      mesh(block(width, 0.7, (depth / slats) * 0.72, 0.2, 'x'), wood(name), [
        0,
        1.25,
        ((slat + 0.5) / slats - 0.5) * depth,
      ]),
    )
  }
  for (const side of [-1, 1]) {
    result.add(mesh(block(1, 0.9, depth, 0.2, 'z'), wood(name), [side * width * 0.36, 0.45, 0]))
  }
  return result
}

/** Twine round a parcel that runs along x: a ring in the y and z plane with a bow on top. */
export function twineRing(height: number, depth: number, color = '#c8a872', radius = 0.13): THREE.Group {
  const h = height / 2 + radius * 0.6
  const d = depth / 2 + radius * 0.6
  const c = Math.min(h, d) * 0.25
  const ring = tube(
    [
      [0, h, -d + c],
      [0, h, d - c],
      [0, h - c, d],
      [0, -h + c, d],
      [0, -h, d - c],
      [0, -h, -d + c],
      [0, -h + c, -d],
      [0, h - c, -d],
    ],
    radius,
    true,
    96,
  )
  return group(mesh(ring, plain(color, 0.9), [0, height / 2, 0]))
}

export function bow(size: number, color = '#c8a872', radius = 0.13): THREE.Group {
  const material = plain(color, 0.9)
  const result = group()
  for (const side of [-1, 1]) {
    result.add(
      mesh(
        tube(
          [
            [0, 0, 0],
            [side * size * 0.5, size * 0.28, -size * 0.18],
            [side * size, size * 0.16, 0],
            [side * size * 0.5, size * 0.1, size * 0.2],
            [0, 0.02, 0],
          ],
          radius,
        ),
        material,
      ),
      mesh(
        tube(
          [
            [0, 0, 0],
            [side * size * 0.3, size * 0.02, size * 0.3],
            [side * size * 0.62, -size * 0.02, size * 0.72],
          ],
          radius,
        ),
        material,
      ),
    )
  }
  result.add(mesh(new THREE.SphereGeometry(radius * 2, 16, 12), material))
  return result
}

/** A pressed leaf mark: a dark and a light edge on see-through ground. */
export function pressedMark(width: number, height: number): THREE.Mesh {
  const texture = drawn(256, 256, (pen) => {
    const leaves = (dx: number, dy: number, style: string): void => {
      pen.fillStyle = style
      drawLeaf(pen, 128 + dx, 110 + dy, 74, 0)
      drawLeaf(pen, 178 + dx, 160 + dy, 56, 1.05)
      drawLeaf(pen, 78 + dx, 160 + dy, 56, -1.05)
    }
    leaves(-3, -4, 'rgba(40,25,10,0.26)')
    leaves(3, 4, 'rgba(255,250,235,0.3)')
    leaves(0, 0, 'rgba(60,45,25,0.1)')
  })
  return sheet(
    width,
    height,
    new THREE.MeshStandardMaterial({
      map: texture,
      transparent: true,
      roughness: 0.6,
      polygonOffset: true,
      polygonOffsetFactor: -2,
    }),
  )
}

/** A round slab or tray to set things on. */
export function disc(radius: number, height: number, material: THREE.Material): THREE.Mesh {
  return mesh(
    turned([
      [0, 0],
      [radius, 0, 0.2],
      [radius, height, 0.2],
      [0, height],
    ]),
    material,
  )
}
