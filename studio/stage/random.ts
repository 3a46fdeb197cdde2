export type Random = () => number

/** A small seeded generator (mulberry32), so that every render of a picture is the same. */
export function seeded(seed: string): Random {
  let state = 2166136261
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

/** Radical inverse: evenly spread samples for light and lens positions. */
export function halton(index: number, base: number): number {
  let result = 0
  let fraction = 1 / base
  for (let rest = index; rest > 0; rest = Math.floor(rest / base)) {
    result += fraction * (rest % base)
    fraction /= base
  }
  return result
}

const lattice = new Float32Array(4096)
{
  const random = seeded('lattice')
  for (let index = 0; index < lattice.length; index += 1) lattice[index] = random()
}

function latticeAt(x: number, y: number, z: number): number {
  return lattice[(Math.imul(x, 73) + Math.imul(y, 179) + Math.imul(z, 283)) & 4095] ?? 0
}

const smooth = (t: number): number => t * t * (3 - 2 * t)

/** Value noise between 0 and 1. */
export function noise(x: number, y: number, z = 0): number {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const z0 = Math.floor(z)
  const u = smooth(x - x0)
  const v = smooth(y - y0)
  const w = smooth(z - z0)
  const plane = (level: number): number => {
    const low = latticeAt(x0, y0, level) * (1 - u) + latticeAt(x0 + 1, y0, level) * u
    const high = latticeAt(x0, y0 + 1, level) * (1 - u) + latticeAt(x0 + 1, y0 + 1, level) * u
    return low * (1 - v) + high * v
  }
  return plane(z0) * (1 - w) + plane(z0 + 1) * w
}

export function layeredNoise(x: number, y: number, z = 0, layers = 4): number {
  let sum = 0
  let weight = 0.5
  let scale = 1
  for (let layer = 0; layer < layers; layer += 1) {
    sum += weight * noise(x * scale + layer * 17.3, y * scale + layer * 9.1, z * scale)
    weight *= 0.5
    scale *= 2.03
  }
  return sum / (1 - 0.5 ** layers)
}
