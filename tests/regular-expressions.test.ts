/**
 * ReDoS: every regular expression of the shop runs in linear time. One with polynomial or exponential backtracking lets a
 * single request block the process. The rule is for all expressions, because it is not visible here which of them read
 * untrusted text. The linter refuses those that are built at run time.
 */
import { globSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { root } from '../scripts/run-tool.ts'
import { nightly } from './setup/nightly.ts'

/** The literals of the sources by file and line. */
const found = globSync('{contract,server,web,sandbox,scripts}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((file) => {
    const source = readFileSync(`${root}/${file}`, 'utf8')
    const literals: [place: string, expression: RegExp][] = []
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return
        const place = `${file}:${source.slice(0, node.start).split('\n').length}`
        literals.push([place, new RegExp(node.regex.pattern, node.regex.flags)])
      },
    }).visit(parseSync(file, source).program)
    return literals
  })

/** Reports of the checker; empty for a linear expression. */
const trouble = (expression: RegExp): string[] =>
  // 'Move' also reports quadratic time of an unanchored search, which tries every position of the text.
  analyse(expression, { reportTypes: { Move: true } }).reports.map(
    ({ character, exponential }) =>
      `${String(expression)} takes ${exponential ? 'exponential' : 'quadratic'} time for ${character.pick} again and again`,
  )

test('no expression has polynomial or exponential backtracking', () => {
  expect(found.length).toBeGreaterThan(150)
  expect(
    found.flatMap(([place, expression]) => trouble(expression).map((what) => `${place}: ${what}`)),
  ).toEqual([])
  expect(trouble(/[^/]+(@|%40)[^/]+/gi)).not.toEqual([])
})

test("zod's own patterns for the formats that the contract uses are linear", () => {
  const formats = { date: z.iso.date(), datetime: z.iso.datetime(), email: z.email(), uuid: z.uuid() }
  const patterns = Object.values(formats).map(
    (schema) => schema._zod.def.pattern ?? [...(schema._zod.bag.patterns ?? [])][0],
  )
  expect(patterns.flatMap((pattern) => (pattern ? trouble(pattern) : ['no pattern']))).toEqual([])
})

/**
 * The checker only finds repeated single characters. This runs each expression on its own literal words, repeated: ten times
 * the text takes a linear expression ten times as long, a quadratic one a hundred times.
 */
test(
  'no expression takes quadratic time on its own literal words, repeated',
  nightly(
    'A measurement of each expression with long texts. Its form is checked each time by the test above.',
  ),
  () => {
    const slow = found.flatMap(([place, expression]) =>
      [...wordsOf(expression.source)]
        // Twice, because of garbage collection.
        .filter((word) => isSlow(expression, word) && isSlow(expression, word))
        .map((word) => `${place}: ${String(expression)} for ${word}`),
    )
    expect(slow).toEqual([])
    expect(isSlow(/lock file .* (already exists|is empty)/, 'lock file ')).toBe(true)
  },
)

/** Plain words of a pattern, alone, in pairs and all together, as an attacker would repeat them. */
function wordsOf(source: string): Set<string> {
  const words = source
    .replace(/\\s/g, ' ')
    .replace(/\\d/g, '1')
    .replace(/\\w/g, 'a')
    .replace(/\\[bBpPuDSW]/g, '')
    .replace(/\(\?(?:[:=!]|<[=!])|\[\^|\{[\d,]*\}/g, '|')
    .replace(/\\(.)/g, '$1')
    .split(/[()[\]|*+?^$]/)
    .filter(Boolean)
  return new Set([...words, words.join('') || 'a', ...words.map((word, i) => word + (words[i + 1] ?? ''))])
}

function isSlow(expression: RegExp, word: string): boolean {
  const milliseconds = (length: number) => {
    const text = `${word.repeat(Math.ceil(length / word.length))}\u0001`
    const began = process.cpuUsage()
    text.replace(expression, '')
    return process.cpuUsage(began).user / 1_000
  }
  const long = milliseconds(100_000)
  return long > 20 && long > 40 * milliseconds(10_000)
}
