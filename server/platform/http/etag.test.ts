import { expect, test } from 'vitest'
import { matchesEtag, strongEtag, weakEtag } from './etag.ts'

test('an entity tag depends on the content only', () => {
  expect(strongEtag('a')).toMatch(/^"[\w-]{22}"$/)
  expect(strongEtag(Buffer.from('a'))).toBe(strongEtag('a'))
  expect(strongEtag('b')).not.toBe(strongEtag('a'))
  expect(weakEtag('a')).toBe(`W/${strongEtag('a')}`)
})

test.each([
  ['the tag itself', '"x"', '"x"', true],
  ['any tag', '*', '"x"', true],
  ['a list with the tag', '"a", "x"', '"x"', true],
  ['a strong tag made weak by a proxy', 'W/"x"', '"x"', true],
  ['a weak tag without its prefix', '"x"', 'W/"x"', true],
  ['another tag', '"y"', '"x"', false],
  ['a longer tag that contains it', '"xx"', '"x"', false],
  ['no header', undefined, '"x"', false],
  ['an empty header', '', '"x"', false],
])('If-None-Match with %s', (_, ifNoneMatch, etag, matches) => {
  expect(matchesEtag(ifNoneMatch, etag)).toBe(matches)
})
