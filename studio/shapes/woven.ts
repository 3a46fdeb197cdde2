import * as THREE from 'three'
import { braid, plain, wood } from '../surfaces/materials.ts'
import { group, mesh, surface, tube } from './forms.ts'
import { layeredNoise } from '../stage/random.ts'

/** Rounds of rope laid on each other along a profile of radius and height. */
export function coiled(
  profile: readonly (readonly [number, number])[],
  rope: number,
  material: (round: number) => THREE.Material,
  wobble = 0.06,
): THREE.Group {
  const result = group()
  profile.forEach(([radius, y], round) => {
    const steps = 40
    const points = Array.from({ length: steps }, (_, step): [number, number, number] => {
      const angle = (step / steps) * Math.PI * 2
      const shake =
        (layeredNoise(Math.cos(angle) * 2 + round, Math.sin(angle) * 2, round) - 0.5) * wobble * rope * 4
      return [Math.cos(angle) * (radius + shake), y, Math.sin(angle) * (radius + shake)]
    })
    const ring = tube(points, rope, true, 160)
    result.add(mesh(ring, material(round)))
  })
  return result
}

/** The rounds of a flat bottom and a wall, from the middle outwards and up. */
export function basketProfile(base: number, top: number, height: number, rope: number): [number, number][] {
  const result: [number, number][] = []
  for (let r = rope; r < base; r += rope * 1.8) result.push([r, rope])
  const rounds = Math.round(height / (rope * 1.75))
  for (let round = 0; round <= rounds; round += 1) {
    const t = round / rounds
    result.push([base + (top - base) * Math.sin(t * Math.PI * 0.5) ** 0.9, rope + t * height])
  }
  return result
}

export function basket(
  base: number,
  top: number,
  height: number,
  rope: number,
  color: string,
  stripe?: { color: string; from: number; to: number },
): THREE.Group {
  const profile = basketProfile(base, top, height, rope)
  return coiled(profile, rope, (round) => {
    const part = (profile[round]?.[1] ?? 0) / height
    return stripe !== undefined && part > stripe.from && part < stripe.to && round > 4
      ? braid(stripe.color, stripe.color, 1.8)
      : braid(color, color, 1.8)
  })
}

/** A flat round of rope wound from the middle. */
export function flatRound(radius: number, rope: number, color: (part: number) => string): THREE.Group {
  const profile: [number, number][] = []
  for (let r = rope * 0.4; r < radius; r += rope * 1.85) profile.push([r, rope * 0.8])
  return coiled(profile, rope, (round) =>
    braid(color(round / profile.length), color(round / profile.length), 2),
  )
}

/** A shade of bent strips, open between them. */
export function stripShade(radius: number, height: number, strips: number): THREE.Group {
  const result = group()
  const belly = (t: number): number => radius * (0.34 + 0.66 * Math.sin(Math.PI * (0.12 + t * 0.7)))
  for (let strip = 0; strip < strips; strip += 1) {
    for (const lean of [-0.9, 0.9]) {
      const start = (strip / strips) * Math.PI * 2
      const band = surface(
        (u, v) => {
          const angle = start + lean * v + (u - 0.5) * 0.085
          const r = belly(v) + (lean > 0 ? 0.12 : 0)
          return [Math.cos(angle) * r, (1 - v) * height, Math.sin(angle) * r]
        },
        2,
        26,
        [1, height],
      )
      const material = wood('bamboo').clone()
      material.side = THREE.DoubleSide
      result.add(mesh(band, material))
    }
  }
  const ring = (t: number): THREE.Mesh =>
    mesh(
      tube(
        Array.from({ length: 32 }, (_, step): [number, number, number] => [
          Math.cos((step / 32) * 6.2832) * belly(t),
          (1 - t) * height,
          Math.sin((step / 32) * 6.2832) * belly(t),
        ]),
        0.32,
        true,
        120,
      ),
      wood('bamboo'),
    )
  result.add(ring(0), ring(1), ring(0.5))
  result.add(
    mesh(
      tube(
        [
          [0, height, 0],
          [0, height + 12, 0],
        ],
        0.22,
      ),
      plain('#3a342c', 0.8),
    ),
  )
  return result
}

/** Twisted rope strands along a path. */
export function rope(
  path: readonly (readonly [number, number, number])[],
  radius: number,
  colors: readonly string[],
  twists: number,
): THREE.Group {
  const curve = new THREE.CatmullRomCurve3(path.map(([x, y, z]) => new THREE.Vector3(x, y, z)))
  const result = group()
  const steps = 120
  const frames = curve.computeFrenetFrames(steps, false)
  colors.forEach((color, strand) => {
    const points: [number, number, number][] = []
    for (let step = 0; step <= steps; step += 1) {
      const t = step / steps
      const at = curve.getPointAt(t)
      const normal = frames.normals[step] ?? new THREE.Vector3(0, 1, 0)
      const binormal = frames.binormals[step] ?? new THREE.Vector3(0, 0, 1)
      const angle = t * twists * Math.PI * 2 + (strand / colors.length) * Math.PI * 2
      at.addScaledVector(normal, Math.cos(angle) * radius * 0.55).addScaledVector(
        binormal,
        Math.sin(angle) * radius * 0.55,
      )
      points.push([at.x, at.y, at.z])
    }
    result.add(mesh(tube(points, radius * 0.56, false, 240), braid(color, color, 1.4)))
  })
  return result
}
