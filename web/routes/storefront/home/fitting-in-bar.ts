/**
 * How many categories fit into one row of the category bar; the others stand under 'More'. The server estimates it from
 * the letters, so that the bar needs no script and nothing moves. A row that is estimated too full shrinks its names.
 */

export interface InBar {
  /** On screens from 1024 px. */
  narrow: number
  /** On screens from 1280 px, wider ones included. */
  wide: number
}

/** The room of the row without the padding of the page and a scrollbar of 15 px. */
const room = { narrow: 1024 - 64 - 15, wide: 1280 - 64 - 15 }
/** The space around a name: its padding, the button beside it and the gap to the next one. */
const aroundName = 10 + 28 + 4
/** A longer name is cut (`max-w-56`). */
const longestName = 224

export function fittingInBar(names: readonly string[]): InBar {
  const widths = names.map(widthOf)
  return { narrow: countFitting(widths, room.narrow), wide: countFitting(widths, room.wide) }
}

function countFitting(widths: readonly number[], available: number): number {
  const all = widths.reduce((sum, width) => sum + width, 0)
  if (all <= available) return widths.length
  let left = available - widthOf('More')
  const count = widths.findIndex((width) => (left -= width) < 0)
  return Math.max(count, 0)
}

/** In pixels, for the font of the bar (Figtree medium, 14 px); a little more than it needs. */
function widthOf(name: string): number {
  let width = 0
  for (const letter of name) width += widthOfLetter(letter)
  return Math.min(width, longestName) + aroundName
}

function widthOfLetter(letter: string): number {
  if (/[ fijlrtI.,'|()-]/.test(letter)) return 4.4
  if (/[mwMW@%]/.test(letter)) return 11.4
  if (/[A-Z&]/.test(letter)) return 8.9
  return /[\u0000-\u00ff]/.test(letter) ? 7.4 : 15
}
