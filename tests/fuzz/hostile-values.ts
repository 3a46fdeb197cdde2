/** Values that no field expects, and values at the edges of what a schema allows. */
import { payloads } from '../setup/payloads.ts'
import type { Schema } from './document.ts'
import type { Random } from './random.ts'

const texts = [
  '',
  ' ',
  'a\u0000b',
  '\u0000',
  'a\ud800b',
  '\udfff',
  '\u202etxet\u202c',
  '\u200d\ufeff\ufffe',
  '\u{1f9fa}'.repeat(60),
  'e\u0301\u0327'.repeat(40),
  'x'.repeat(5_001),
  '9'.repeat(400),
  "' or 1=1; --",
  '%00',
  '%',
  '_%_',
  '\\',
  '../../../../etc/passwd',
  '\r\nSet-Cookie: a=b',
  '1e309',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1,5',
  '१२३४५६',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '2026-02-30',
  '2099-12-31',
  '2000-01-01',
  '9999-99',
  '${7*7}{{7*7}}',
  '=1+1',
  ...payloads.slice(0, 20),
]

const others: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  0.1 + 0.2,
  1e-320,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  [],
  [null],
  ['a', ['b']],
  {},
  { constructor: { prototype: 1 } },
  { toString: 'x', length: 3 },
  { $gt: '' },
]

export const hostileText = (random: Random): string => random.pick(texts)

export const hostileValue = (random: Random): unknown =>
  random.chance(0.6) ? random.pick(texts) : random.pick(others)

/** Values on both sides of each limit of a schema. */
export function boundaryValues(schema: Schema): unknown[] {
  const { anyOf, enum: words, minimum, exclusiveMinimum, maximum, minLength, maxLength } = schema
  if (anyOf) return anyOf.flatMap(boundaryValues)
  if (words) return [...words, '', String(words[0]).toUpperCase(), `${String(words[0])} `]
  if (schema.type === 'boolean') return [true, false, 'true', 1]
  if (schema.type === 'integer' || schema.type === 'number') {
    const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
    const step = schema.type === 'integer' ? 1 : 0.01
    return [least, maximum].flatMap((edge) =>
      edge === undefined ? [0] : [edge, edge - step, edge + step, edge + step / 10, String(edge), -edge],
    )
  }
  if (schema.type === 'array') {
    const { minItems = 0, maxItems = 20 } = schema
    return [minItems - 1, minItems, maxItems, maxItems + 1]
      .filter((length) => length >= 0 && length <= 1_000)
      .map((length) => Array.from({ length }, () => boundaryValues(schema.items ?? {})[0]))
  }
  if (schema.type === 'string') {
    const longest = maxLength ?? 300
    return [
      'x'.repeat(minLength ?? 0),
      'x'.repeat(longest),
      'x'.repeat(longest + 1),
      '\u{1f9fa}'.repeat(longest / 2),
      'ग'.repeat(longest),
      ` ${'x'.repeat(Math.max(0, longest - 1))}`,
      ' '.repeat(longest),
    ]
  }
  return ['', 0, null]
}

/** Bodies that are not a JSON object, or no JSON at all. */
export const brokenBodies = [
  '',
  'null',
  '[]',
  '[null]',
  '"text"',
  '1e400',
  '-',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '{"__proto__":{"role":"ADMIN"},"constructor":{"prototype":{"role":"ADMIN"}}}',
  '\ufeff{}',
  '{"\\ud800":"\\udc00\\ud800"}',
]

export const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/jsonp',
  'application/json, text/plain',
  'x'.repeat(2_000),
]
