import type * as THREE from 'three'
import type { PaletteName } from '../stage/backdrop.ts'
import type { View } from '../stage/frame.ts'

export type Shot = { view: View; build: () => THREE.Object3D; palette?: PaletteName }

/** The three pictures of a product: the main one, another angle, and in use, in company or with its box. */
export type Shots = { palette: PaletteName; pictures: readonly [Shot, Shot, Shot] }

export type ShotList = Record<string, Shots>

export function shots(palette: PaletteName, first: Shot, second: Shot, third: Shot): Shots {
  return { palette, pictures: [first, second, third] }
}

export function shot(build: () => THREE.Object3D, view: View = {}, palette?: PaletteName): Shot {
  return palette === undefined ? { build, view } : { build, view, palette }
}
