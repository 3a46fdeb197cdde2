/** Breaks a text in several scripts into lines. PDFKit itself breaks texts of one font only. */
import { type Family, openFont, type Run, runsOf } from './pdf-fonts.ts'

interface PlacedRun extends Run {
  width: number
}
export interface Line {
  runs: PlacedRun[]
  width: number
}

interface Measure {
  size: number
  bold: boolean
  widthOf(family: Family, text: string): number
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Lines of at most `width` points, broken at spaces, and inside a word that is longer than a line. `ascent` is from the top of
 * a line to the baseline, `height` from line to line: the fonts of all runs fit into each line.
 */
export function breakLines(
  words: string,
  width: number,
  measure: Measure,
): { lines: Line[]; ascent: number; height: number } {
  const widthOf = (text: string) =>
    runsOf(text).reduce((sum, run) => sum + measure.widthOf(run.family, run.text), 0)
  const texts: string[] = []
  let line = ''
  for (const word of words.split(' ').flatMap((one) => fitting(one, width, widthOf))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || widthOf(longer) <= width) line = longer
    else {
      texts.push(line)
      line = word
    }
  }
  texts.push(line)
  const lines = texts.map((text) => {
    const runs = runsOf(text).map((run) => ({ ...run, width: measure.widthOf(run.family, run.text) }))
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
  })
  const families = new Set<Family>(['base', ...lines.flatMap(({ runs }) => runs.map(({ family }) => family))])
  const fonts = [...families].map((family) => openFont(family, measure.bold ? 'bold' : 'regular'))
  const points = (units: (font: (typeof fonts)[number]) => number) =>
    Math.max(...fonts.map((font) => (units(font) / font.unitsPerEm) * measure.size))
  const ascent = points((font) => font.ascent)
  return { lines, ascent, height: ascent + points((font) => font.lineGap - font.descent) }
}

/** A word in parts that each fit into a line. */
function fitting(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const { segment } of graphemes.segment(word)) {
    if (part !== '' && widthOf(part + segment) > width) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  return [...parts, part]
}
