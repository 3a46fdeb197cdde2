/** `bench green-words`: how well the shop finds the green words of judged listings. */
import { readFileSync } from 'node:fs'
import { findGreenWords } from '../server/catalogue/green-claims/green-words.ts'
import type { Table } from './table.ts'

interface JudgedListing {
  group: string
  /** Name and description with the brackets. */
  marked: readonly [name: string, description: string]
}

/** The listings of green-words-judged.txt, which says how they were judged. */
export const judgedListings: readonly JudgedListing[] = readFileSync(
  new URL('green-words-judged.txt', import.meta.url),
  'utf8',
)
  .split(/^## /m)
  .slice(1)
  .flatMap((part) => {
    const [group = '', ...lines] = part.split('\n').filter((line) => line !== '' && !line.startsWith('# '))
    return lines.map((line) => {
      const [name = '', description = ''] = line.split(' | ')
      return { group, marked: [name, description] as const }
    })
  })

interface Span {
  start: number
  end: number
}

interface Score {
  group: string
  listings: number
  /** Of the words that were found, the share that a person has marked. */
  precision: number
  /** Of the words that a person has marked, the share that was found. */
  recall: number
}

/** The text without the brackets, and where they stood. */
function readMarked(marked: string): { text: string; spans: Span[] } {
  const spans: Span[] = []
  let text = ''
  let start = 0
  for (const sign of marked)
    if (sign === '[') start = text.length
    else if (sign === ']') spans.push({ start, end: text.length })
    else text += sign
  return { text, spans }
}

const overlap = (one: Span, other: Span) => one.start < other.end && other.start < one.end

function scoreOf(group: string, listings: readonly JudgedListing[]): Score {
  const counts = { found: 0, right: 0, marked: 0, noticed: 0 }
  for (const [index, marked] of listings.flatMap((listing) => listing.marked.entries().toArray())) {
    const { text, spans } = readMarked(marked)
    const found = findGreenWords(text, index === 0).map(({ words, start }) => ({
      start,
      end: start + words.length,
    }))
    counts.found += found.length
    counts.right += found.filter((one) => spans.some((span) => overlap(one, span))).length
    counts.marked += spans.length
    counts.noticed += spans.filter((span) => found.some((one) => overlap(one, span))).length
  }
  const { found, right, marked, noticed } = counts
  return {
    group,
    listings: listings.length,
    precision: found === 0 ? 1 : right / found,
    recall: marked === 0 ? 1 : noticed / marked,
  }
}

/** Each group, and all of them as the last row. */
export function scoreGreenWords(): Score[] {
  const groups = Map.groupBy(judgedListings, ({ group }) => group)
  return [...[...groups].map(([group, listings]) => scoreOf(group, listings)), scoreOf('all', judgedListings)]
}

export async function benchGreenWords(): Promise<Table[]> {
  const rows = scoreGreenWords().map(({ group, listings, precision, recall }) => [
    group,
    listings,
    precision.toFixed(3),
    recall.toFixed(3),
  ])
  return [{ head: ['listings', 'number', 'precision', 'recall'], rows }]
}
