/**
 * ReDoS: every regular expression of the shop runs in linear time. One with polynomial or exponential backtracking lets a
 * single request block the process. The rule is for all expressions, because it is not visible here which of them read
 * untrusted text.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = ['contract', 'server', 'web', 'sandbox', 'scripts']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  .filter((file) => /\.(?:ts|tsx)$/.test(file) && !/\.test\.tsx?$|\/testing\.ts$/.test(file))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

interface Found {
  /** File and line. */
  place: string
  /** Undefined for an expression that is built at run time. */
  expression: RegExp | undefined
}

function expressionsIn(file: string, source: string): Found[] {
  const { program, errors } = parseSync(file, source)
  expect([file, errors.map(({ message }) => message)]).toEqual([file, []])
  const found: Found[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, start, regex, callee } = node as {
      type?: string
      start?: number
      regex?: { pattern: string; flags: string }
      callee?: { name?: string }
    }
    const place = `${file}:${source.slice(0, start).split('\n').length}`
    if (type === 'Literal' && regex) found.push({ place, expression: new RegExp(regex.pattern, regex.flags) })
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp')
      found.push({ place, expression: undefined })
    Object.values(node).forEach(visit)
  }
  visit(program)
  return found
}

/** Reports of the checker; empty for a linear expression. */
function trouble(expression: RegExp): string[] {
  // 'Move' also reports quadratic time of an unanchored search, which tries every position of the text.
  return analyse(expression, { reportTypes: { Move: true } }).reports.map(
    ({ character, exponential }) =>
      `${String(expression)} takes ${exponential ? 'exponential' : 'quadratic'} time for ${character.pick} again and again`,
  )
}

const found = files.flatMap((file) => expressionsIn(file, read(file)))

test('no expression has polynomial or exponential backtracking', () => {
  expect(found.length).toBeGreaterThan(150)
  expect(
    found.flatMap(({ place, expression }) =>
      expression ? trouble(expression).map((what) => `${place}: ${what}`) : [],
    ),
  ).toEqual([])
})

test('no expression is built at run time, where it could not be checked', () => {
  expect(found.filter(({ expression }) => !expression).map(({ place }) => place)).toEqual([])
})

test("zod's own patterns for the formats that the contract uses are linear", () => {
  const formats = { date: z.iso.date(), datetime: z.iso.datetime(), email: z.email(), uuid: z.uuid() }
  const patterns = Object.values(formats).map(
    (schema) => schema._zod.def.pattern ?? [...(schema._zod.bag.patterns ?? [])][0],
  )
  expect(patterns.flatMap((pattern) => (pattern ? trouble(pattern) : ['no pattern']))).toEqual([])
})

test.each([
  ['a search that begins with a repetition', '/[^/]+(@|%40)[^/]+/gi'],
  ['two repetitions that share a sign', String.raw`/^<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>/i`],
  ['a repetition in a repetition', '/^(?:a+)+$/'],
  ['an ending without a beginning', String.raw`/\s+$/`],
])('the check finds %s', (_, literal) => {
  const [{ expression } = {}] = expressionsIn('example.ts', `export const example = ${literal}`)
  expect(expression && trouble(expression)).not.toEqual([])
})

/**
 * The checker only finds repeated single characters. This runs each expression on its own literal words, repeated: ten times
 * the text takes a linear expression ten times as long, a quadratic one a hundred times.
 */
function isSlow(expression: RegExp, word: string): boolean {
  const long = milliseconds(expression, word, 100_000)
  return long > 20 && long > 40 * milliseconds(expression, word, 10_000)
}

test('no expression takes quadratic time on its own literal words, repeated', () => {
  const slow = found.flatMap(({ place, expression }) =>
    expression
      ? [...wordsOf(expression.source)]
          .filter((word) => isSlow(expression, word))
          .map((word) => `${place}: ${String(expression)} for ${word}`)
      : [],
  )
  expect(slow).toEqual([])
  expect(isSlow(/lock file .* (already exists|is empty)/, 'lock file ')).toBe(true)
})

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

function milliseconds(expression: RegExp, word: string, length: number): number {
  const text = `${word.repeat(Math.ceil(length / word.length))}\u0001`
  const began = process.cpuUsage()
  text.replace(expression, '')
  const { user } = process.cpuUsage(began)
  return user / 1_000
}
