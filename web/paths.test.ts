import { expect, test } from 'vitest'
import { paths, safeNext } from './paths.ts'

test('a search text is trimmed and encoded in its address', () => {
  expect(paths.search('  100% neem / tulsi?  ')).toBe('/search/100%25%20neem%20%2F%20tulsi%3F')
})

test('the address of the login has the page to return to as one parameter', () => {
  const next = new URL(paths.login('/search/a%20b?cursor=2'), 'http://shop.test').searchParams.get('next')
  expect(next).toBe('/search/a%20b?cursor=2')
  expect(safeNext(next)).toBe('/search/a%20b?cursor=2')
})

test.each([
  'https://evil.test',
  '//evil.test',
  '/\\evil.test',
  'javascript:alert(1)',
  '/\t/evil.test',
  '',
  null,
])('nobody is sent to %j', (next) => expect(safeNext(next)).toBeNull())
