/** What a run compares: this checkout, and with `--against` an older one, which is always the first. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { quantile } from './quantile.ts'

export interface Side {
  name: 'old' | 'new'
  /** The root of the checkout, installed and built. */
  folder: string
}

export const root = fileURLToPath(new URL('..', import.meta.url))
export const rounds = 3

export function sidesOf(against: string | undefined): readonly Side[] {
  const own: Side = { name: 'new', folder: root }
  if (against === undefined) return [own]
  const folder = path.resolve(against)
  if (!existsSync(path.join(folder, 'build', 'server')))
    throw new Error(`${folder} is not built: run npm run build there.`)
  return [{ name: 'old', folder }, own]
}

/** Measures each side in turns, so that a slow moment of the machine meets all of them. Returns the medians of each side. */
export async function inTurns<T, K extends string>(
  sides: readonly T[],
  measure: (side: T) => Promise<Record<K, number>>,
): Promise<((figure: K) => number)[]> {
  const measured = sides.map((): Record<K, number>[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [i, side] of sides.entries()) measured[i]?.push(await measure(side))
  return measured.map(
    (all) => (figure) =>
      quantile(
        all.map((one) => one[figure]),
        0.5,
      ),
  )
}

/** A row with the figure of each side, and with two sides the new one as a multiple of the old one. */
export function comparison(name: string, figures: readonly number[], digits = 0): string[] {
  const [old, now] = figures
  const ratio = old !== undefined && now !== undefined ? [(now / old).toFixed(2)] : []
  return [name, ...figures.map((figure) => figure.toFixed(digits)), ...ratio]
}

export const comparisonHead = (name: string, sides: readonly Side[]): string[] =>
  sides.length > 1 ? [name, ...sides.map((side) => side.name), 'new / old'] : [name, 'here']
