import * as THREE from 'three'
import { layeredNoise, noise, seeded } from '../stage/random.ts'
import { drawn, mixRgb, painted, rgb } from './canvas.ts'
import type { Rgb } from './canvas.ts'

// Geometry carries texture coordinates in centimetres, so every pattern here
// states how many centimetres one tile covers.

const cache = new Map<string, THREE.Material>()

function once<M extends THREE.Material>(key: string, make: () => M): M {
  const known = cache.get(key)
  if (known !== undefined) return known as M
  const made = make()
  cache.set(key, made)
  return made
}

type Pattern = { color: THREE.Texture; height: THREE.Texture }

function tiled(pattern: Pattern, tileCm: number): Pattern {
  const color = pattern.color.clone()
  const height = pattern.height.clone()
  for (const texture of [color, height]) texture.repeat.set(1 / tileCm, 1 / tileCm)
  return { color, height }
}

function patterned(
  key: string,
  tileCm: number,
  bump: number,
  rough: number,
  pixel: (u: number, v: number) => { color: Rgb; height: number },
  size = 512,
): THREE.MeshStandardMaterial {
  return once(key, () => {
    const { color, height } = tiled(painted(size, pixel), tileCm)
    return new THREE.MeshStandardMaterial({ map: color, bumpMap: height, bumpScale: bump, roughness: rough })
  })
}

const woods = {
  bamboo: { light: '#e6c488', dark: '#c99a55', lines: 26, gnarl: 0.05 },
  carbonised: { light: '#c79a5f', dark: '#9c6d38', lines: 26, gnarl: 0.05 },
  neem: { light: '#b9804e', dark: '#85512b', lines: 13, gnarl: 0.5 },
  beech: { light: '#e3bd8d', dark: '#cc9c67', lines: 16, gnarl: 0.25 },
  ash: { light: '#e2c79c', dark: '#bf9761', lines: 10, gnarl: 0.4 },
  sheesham: { light: '#8a5230', dark: '#4b2814', lines: 12, gnarl: 0.6 },
  acacia: { light: '#a8703f', dark: '#6c3f1f', lines: 10, gnarl: 0.7 },
  mango: { light: '#cf9f66', dark: '#a06f3d', lines: 9, gnarl: 0.6 },
  ivory: { light: '#f0dcb8', dark: '#e2c596', lines: 9, gnarl: 0.3 },
} satisfies Record<string, { light: string; dark: string; lines: number; gnarl: number }>

export type WoodName = keyof typeof woods

/** The grain runs along the second texture coordinate. */
export function wood(name: WoodName): THREE.MeshStandardMaterial {
  const { light, dark, lines, gnarl } = woods[name]
  const low = rgb(dark)
  const high = rgb(light)
  const shift = name.length * 7.7
  return patterned(`wood ${name}`, 9, 0.25, 0.62, (u, v) => {
    const bend = layeredNoise(u * 2.2 + shift, v * 0.9, 3) * gnarl
    const across = (u + bend) * lines
    const ring = Math.abs(Math.sin((across + noise(u * 5 + shift, v * 1.4) * 1.6) * 1.7))
    const fibre = layeredNoise(u * 150, v * 5 + shift, 1, 3)
    const tone = 0.35 + ring * 0.38 + (fibre - 0.5) * 0.75
    const pores = fibre < 0.27 ? 0.9 : 1
    const color = mixRgb(low, high, tone)
    return { color: [color[0] * pores, color[1] * pores, color[2] * pores], height: fibre }
  })
}

/** Plain painted, glazed or moulded stuff. */
export function plain(
  color: string,
  rough = 0.55,
  options: { coat?: number; sheen?: number } = {},
): THREE.MeshStandardMaterial {
  return once(`plain ${color} ${rough} ${options.coat ?? 0} ${options.sheen ?? 0}`, () =>
    options.coat === undefined && options.sheen === undefined
      ? new THREE.MeshStandardMaterial({ color, roughness: rough, side: THREE.DoubleSide })
      : new THREE.MeshPhysicalMaterial({
          color,
          roughness: rough,
          clearcoat: options.coat ?? 0,
          clearcoatRoughness: 0.12,
          sheen: options.sheen ?? 0,
          sheenRoughness: 0.6,
          sheenColor: new THREE.Color(color),
          side: THREE.DoubleSide,
        }),
  )
}

/** Soap, butter, wax: soft speckles in a milky body. */
export function speckled(
  color: string,
  specks: string,
  amount = 0.16,
  rough = 0.5,
): THREE.MeshStandardMaterial {
  const base = rgb(color)
  const speck = rgb(specks)
  return patterned(`speckled ${color} ${specks} ${amount} ${rough}`, 5, 0.12, rough, (u, v) => {
    const cloud = layeredNoise(u * 5, v * 5, 2)
    const fine = noise(u * 90, v * 90, 5) * 0.7 + noise(u * 44, v * 44, 8) * 0.3
    const isSpeck = fine > 1 - amount * 1.6 ? 1 : 0
    const shade = 0.94 + cloud * 0.1
    const body: Rgb = [base[0] * shade, base[1] * shade, base[2] * shade]
    return { color: mixRgb(body, speck, isSpeck * 0.75), height: 0.5 + cloud * 0.3 - isSpeck * 0.25 }
  })
}

export function clay(color = '#b8623c', rough = 0.92): THREE.MeshStandardMaterial {
  const base = rgb(color)
  return patterned(`clay ${color} ${rough}`, 8, 0.6, rough, (u, v) => {
    const cloud = layeredNoise(u * 6, v * 6, 4)
    const grit = layeredNoise(u * 110, v * 110, 1, 2)
    const throwing = 0.5 + 0.5 * Math.sin(v * 75 + noise(u * 4, v * 8) * 3)
    const shade = 0.82 + cloud * 0.26 + (grit - 0.5) * 0.16
    return {
      color: [base[0] * shade, base[1] * shade * (0.97 + cloud * 0.05), base[2] * shade],
      height: grit * 0.5 + throwing * 0.22 + cloud * 0.2,
    }
  })
}

/** Stoneware glaze with iron specks, darker where it runs thin. */
export function glaze(color: string, specks = '#6a5a45', rough = 0.28): THREE.MeshPhysicalMaterial {
  return once(`glaze ${color} ${specks} ${rough}`, () => {
    const base = rgb(color)
    const speck = rgb(specks)
    const pattern = tiled(
      painted(512, (u, v) => {
        const cloud = layeredNoise(u * 4, v * 4, 6)
        const fine = noise(u * 70, v * 70, 5)
        const isSpeck = fine > 0.9 ? (fine - 0.9) * 9 : 0
        const shade = 0.88 + cloud * 0.2
        return {
          color: mixRgb([base[0] * shade, base[1] * shade, base[2] * shade], speck, isSpeck),
          height: cloud,
        }
      }),
      9,
    )
    return new THREE.MeshPhysicalMaterial({
      map: pattern.color,
      bumpMap: pattern.height,
      bumpScale: 0.3,
      roughness: rough,
      clearcoat: 0.6,
      clearcoatRoughness: 0.15,
      side: THREE.DoubleSide,
    })
  })
}

export function paper(color = '#f5f0e4', rough = 0.95): THREE.MeshStandardMaterial {
  const base = rgb(color)
  const random = layeredNoise
  const material = patterned(`paper ${color} ${rough}`, 7, 0.15, rough, (u, v) => {
    const fibre = random(u * 60, v * 130, 3, 3)
    const shade = 0.955 + fibre * 0.07
    return { color: [base[0] * shade, base[1] * shade, base[2] * shade], height: fibre }
  })
  material.side = THREE.DoubleSide
  return material
}

export const kraftColor = '#c39d6c'

export function kraft(color = kraftColor): THREE.MeshStandardMaterial {
  const base = rgb(color)
  const material = patterned(`kraft ${color}`, 8, 0.2, 0.9, (u, v) => {
    const fibre = layeredNoise(u * 26, v * 100, 3, 3)
    const fleck = noise(u * 120, v * 60, 9) > 0.9 ? 0.86 : 1
    const shade = (0.9 + fibre * 0.18) * fleck
    return { color: [base[0] * shade, base[1] * shade, base[2] * shade], height: fibre }
  })
  material.side = THREE.DoubleSide
  return material
}

/** Plain weave; `stripe` colours bands along the second coordinate. */
export function weave(
  color: string,
  options: {
    thread?: number
    stripe?: string
    stripeAt?: (v: number) => boolean
    slub?: number
    tile?: number
    bump?: number
    waffle?: boolean
  } = {},
): THREE.MeshStandardMaterial {
  const base = rgb(color)
  const band = rgb(options.stripe ?? color)
  const threads = options.thread ?? 48
  const slub = options.slub ?? 0.12
  const key = `weave ${color} ${options.stripe ?? ''} ${threads} ${slub} ${options.tile ?? 4} ${options.bump ?? 1} ${options.waffle ?? false} ${options.stripeAt?.toString() ?? ''}`
  const material = patterned(key, options.tile ?? 4, options.bump ?? 1, 0.95, (u, v) => {
    const column = u * threads
    const row = v * threads
    const over = (Math.floor(column) + Math.floor(row)) % 2 === 0
    const warp = Math.sin((column % 1) * Math.PI)
    const weft = Math.sin((row % 1) * Math.PI)
    let height = over ? warp * (0.55 + 0.45 * weft) : weft * (0.55 + 0.45 * warp)
    const uneven = over ? noise(Math.floor(column) * 3.1, v * 9, 1) : noise(Math.floor(row) * 2.7, u * 9, 4)
    let shade = 0.86 + height * 0.14 + (uneven - 0.5) * slub * 2
    if (options.waffle === true) {
      const cell = Math.max(Math.abs(((u * 7) % 1) - 0.5), Math.abs(((v * 7) % 1) - 0.5)) * 2
      height = height * 0.25 + cell ** 2 * 0.75
      shade *= 0.8 + cell ** 2 * 0.22
    }
    const ground = options.stripe !== undefined && (options.stripeAt?.(v) ?? false) ? band : base
    return { color: [ground[0] * shade, ground[1] * shade, ground[2] * shade], height }
  })
  material.side = THREE.DoubleSide
  return material
}

export function jute(color = '#b8935c'): THREE.MeshStandardMaterial {
  return weave(color, { thread: 18, slub: 0.12, tile: 5, bump: 3 })
}

/** A braided or coiled rope surface: strands lean across the first coordinate. */
export function braid(color: string, second = color, tile = 2.4): THREE.MeshStandardMaterial {
  const base = rgb(color)
  const other = rgb(second)
  const material = patterned(
    `braid ${color} ${second} ${tile}`,
    tile,
    3,
    0.95,
    (u, v) => {
      const row = Math.floor(v * 2)
      const lean = row % 2 === 0 ? u * 4 + v * 4 : u * 4 - v * 4
      const strand = Math.abs(Math.sin(lean * Math.PI))
      const groove = Math.abs(Math.sin(v * 2 * Math.PI)) ** 0.5
      const fibre = layeredNoise(u * 60, v * 60, 2, 3)
      const height = strand ** 0.6 * groove * 0.85 + fibre * 0.15
      const shade = 0.55 + height * 0.45 + (fibre - 0.5) * 0.35
      const ground = Math.floor(lean) % 3 === 0 ? other : base
      return { color: [ground[0] * shade, ground[1] * shade, ground[2] * shade], height }
    },
    256,
  )
  material.side = THREE.DoubleSide
  return material
}

/** Matted fibre: coir, loofah, felt, compost. */
export function fibre(
  color: string,
  dark: string,
  options: { tile?: number; bump?: number; grain?: number } = {},
): THREE.MeshStandardMaterial {
  const low = rgb(dark)
  const high = rgb(color)
  const grain = options.grain ?? 1
  const material = patterned(
    `fibre ${color} ${dark} ${options.tile ?? 4} ${options.bump ?? 3} ${grain}`,
    options.tile ?? 4,
    options.bump ?? 3,
    1,
    (u, v) => {
      const one = layeredNoise(u * 24 * grain, v * 70 * grain, 2, 3)
      const two = layeredNoise(u * 70 * grain, v * 24 * grain, 7, 3)
      const height = Math.max(one, two)
      return { color: mixRgb(low, high, (height - 0.32) * 1.9), height }
    },
  )
  material.side = THREE.DoubleSide
  return material
}

/** Loose stuff in a jar or sack: leaves, grain, powder. */
export function crumbs(color: string, dark: string, grains = 26, bump = 4): THREE.MeshStandardMaterial {
  const low = rgb(dark)
  const high = rgb(color)
  const random = seeded(color + dark)
  const points: [number, number, number][] = []
  for (let row = 0; row < grains; row += 1) {
    for (let column = 0; column < grains; column += 1)
      points.push([column + random(), row + random(), random()])
  }
  const material = patterned(
    `crumbs ${color} ${dark} ${grains} ${bump}`,
    4,
    bump,
    0.95,
    (u, v) => {
      const x = u * grains
      const y = v * grains
      let best = 9
      let tone = 0
      for (let row = Math.floor(y) - 1; row <= y + 1; row += 1) {
        for (let column = Math.floor(x) - 1; column <= x + 1; column += 1) {
          const wrappedRow = (row + grains) % grains
          const wrappedColumn = (column + grains) % grains
          const point = points[wrappedRow * grains + wrappedColumn]
          if (point === undefined) continue
          const dx = x - (point[0] + column - wrappedColumn)
          const dy = y - (point[1] + row - wrappedRow)
          const distance = dx * dx + dy * dy
          if (distance < best) {
            best = distance
            tone = point[2]
          }
        }
      }
      const height = 1 - Math.min(1, best * 1.4)
      return { color: mixRgb(low, high, 0.15 + tone * 0.55 + height * 0.35), height }
    },
    256,
  )
  material.side = THREE.DoubleSide
  return material
}

const metals = {
  copper: { color: '#d98b62', rough: 0.24 },
  kansa: { color: '#d9b36a', rough: 0.26 },
  brass: { color: '#dcb65c', rough: 0.24 },
  steel: { color: '#d6d8da', rough: 0.3 },
  mirror: { color: '#e2e4e6', rough: 0.12 },
  tin: { color: '#d4d5d4', rough: 0.36 },
  iron: { color: '#6d6f72', rough: 0.42 },
  gold: { color: '#d3a548', rough: 0.35 },
} satisfies Record<string, { color: string; rough: number }>

export type MetalName = keyof typeof metals

export function metal(name: MetalName): THREE.MeshStandardMaterial {
  return once(`metal ${name}`, () => {
    const pattern = tiled(
      painted(256, (u, v) => {
        const brush = layeredNoise(u * 3, v * 120, 3, 3)
        const level = 150 + brush * 90
        return { color: [level, level, level], height: brush }
      }),
      7,
    )
    pattern.color.colorSpace = THREE.NoColorSpace
    return new THREE.MeshStandardMaterial({
      color: metals[name].color,
      metalness: 1,
      roughness: metals[name].rough * 1.3,
      roughnessMap: pattern.color,
      envMapIntensity: 2.2,
      side: THREE.DoubleSide,
    })
  })
}

/** Dents of a small hammer. */
export function hammered(name: MetalName, tile = 8): THREE.MeshStandardMaterial {
  return once(`hammered ${name} ${tile}`, () => {
    const grains = 9
    const random = seeded('hammer')
    const points: [number, number][] = []
    for (let at = 0; at < grains * grains; at += 1) {
      points.push([(at % grains) + 0.2 + random() * 0.6, Math.floor(at / grains) + 0.2 + random() * 0.6])
    }
    const pattern = tiled(
      painted(256, (u, v) => {
        const x = u * grains
        const y = v * grains
        let best = 9
        for (const [px, py] of points) {
          for (const dx of [-grains, 0, grains]) {
            for (const dy of [-grains, 0, grains]) {
              const a = x - px - dx
              const b = y - py - dy
              best = Math.min(best, a * a + b * b)
            }
          }
        }
        return { color: [200, 200, 200], height: Math.min(1, best * 1.3) }
      }),
      tile,
    )
    for (const texture of [pattern.color, pattern.height])
      texture.wrapS = texture.wrapT = THREE.RepeatWrapping
    return new THREE.MeshStandardMaterial({
      color: metals[name].color,
      metalness: 1,
      roughness: metals[name].rough,
      bumpMap: pattern.height,
      bumpScale: 0.9,
      envMapIntensity: 2.2,
      side: THREE.DoubleSide,
    })
  })
}

export function coated(color: string): THREE.MeshPhysicalMaterial {
  return once(
    `coated ${color}`,
    () =>
      new THREE.MeshPhysicalMaterial({
        color,
        roughness: 0.42,
        metalness: 0.15,
        clearcoat: 0.35,
        clearcoatRoughness: 0.3,
      }),
  )
}

const glasses = {
  clear: { color: '#ffffff', depth: '#dfeee6', distance: 14 },
  amber: { color: '#e3a05c', depth: '#7a3c0e', distance: 1.4 },
  green: { color: '#d6efdc', depth: '#5d9f76', distance: 4 },
  frosted: { color: '#fdfaf8', depth: '#f3dcdc', distance: 8 },
  oil: { color: '#ffd983', depth: '#d89512', distance: 3 },
} satisfies Record<string, { color: string; depth: string; distance: number }>

export type GlassName = keyof typeof glasses

export function glass(name: GlassName): THREE.MeshPhysicalMaterial {
  return once(
    `glass ${name}`,
    () =>
      new THREE.MeshPhysicalMaterial({
        color: glasses[name].color,
        roughness: name === 'frosted' ? 0.38 : 0.04,
        transmission: 1,
        thickness: name === 'amber' ? 1.6 : 0.8,
        ior: 1.45,
        attenuationColor: new THREE.Color(glasses[name].depth),
        attenuationDistance: glasses[name].distance,
        specularIntensity: 1,
        envMapIntensity: 1.4,
      }),
  )
}

/** Leaf green with a midrib, for sprigs and printed motifs. */
export function leafy(color = '#5f8a45'): THREE.MeshStandardMaterial {
  return once(`leafy ${color}`, () => {
    const base = rgb(color)
    const texture = drawn(128, 256, (pen, width, height) => {
      pen.fillStyle = color
      pen.fillRect(0, 0, width, height)
      pen.strokeStyle = `rgb(${base[0] + 45}, ${base[1] + 40}, ${base[2] + 30})`
      pen.lineWidth = 5
      pen.beginPath()
      pen.moveTo(width / 2, 0)
      pen.lineTo(width / 2, height)
      pen.stroke()
      pen.lineWidth = 1.5
      for (let at = 20; at < height; at += 22) {
        pen.beginPath()
        pen.moveTo(width / 2, at + 16)
        pen.lineTo(0, at - 18)
        pen.moveTo(width / 2, at + 16)
        pen.lineTo(width, at - 18)
        pen.stroke()
      }
    })
    return new THREE.MeshStandardMaterial({ map: texture, roughness: 0.55, side: THREE.DoubleSide })
  })
}
