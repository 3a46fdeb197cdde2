/** Green words: what is found, what qualifies it, and which claims settle it. bench/green-words.test.ts measures judged listings. */
import { expect, test } from 'vitest'
import { findGreenWords } from './green-words.ts'

const found = (text: string) => findGreenWords(text).map(({ kind, words }) => [kind, words])

test.each([
  ['An eco‑friendly bag', [['good-for-nature', 'eco‑friendly']]],
  ['100 % organic cotton', [['organic-cotton', '100 % organic cotton']]],
  ['Organic honey', [['organic', 'Organic']]],
  ['With natural dyes', [['natural-dye', 'natural dyes']]],
  ['In plastic-free packaging', [['plastic-free-packaging', 'plastic-free packaging']]],
  ['Plastic-free', [['plastic-free', 'Plastic-free']]],
  ['Plasticfree', [['plastic-free', 'Plasticfree']]],
  ['Chemicalfree', [['chemical-free', 'Chemicalfree']]],
  ['Zerowaste', [['climate', 'Zerowaste']]],
  ['Earthfriendly', [['good-for-nature', 'Earthfriendly']]],
  ['Biodegradable', [['compostable', 'Biodegradable']]],
  ['Recyclable', [['recyclable', 'Recyclable']]],
  ['१००% प्राकृतिक', [['natural', '१००% प्राकृतिक']]],
  ['Rasayan mukt sabun', [['chemical-free', 'Rasayan mukt']]],
  ['Not tested on animals', [['animals', 'Not tested on animals']]],
  ['FSC certified', [['certified-wood', 'FSC certified']]],
  ['An ecomark licence', [['ecomark', 'ecomark']]],
  ['Carbon neutral', [['climate', 'Carbon neutral']]],
  ['eco\u200b-fri\u200dendly', [['good-for-nature', 'eco\u200b-fri\u200dendly']]],
  ['or\u2060gan\u034fic\u00ad', [['organic', 'or\u2060gan\u034fic']]],
  ['प्राकृ\u200cतिक', [['natural', 'प्राकृ\u200cतिक']]],
  [
    'Guide: 100% eco-friendly, organic, plastic-free',
    [
      ['good-for-nature', '100% eco-friendly'],
      ['organic', 'organic'],
      ['plastic-free', 'plastic-free'],
    ],
  ],
  ['The book “organic” soap', [['organic', 'organic']]],
  // One denial does not cover the next sentence.
  ['It is not recyclable. The box is recyclable.', [['recyclable', 'recyclable']]],
])('%s', (text, hits) => expect(found(text)).toEqual(hits))

test.each([
  'made of 60 % recycled PET',
  'recycled PET (60 %)',
  'compostable at home within 90 days per IS 17088',
  'not biodegradable',
  'not made of organic cotton',
  'बायोडिग्रेडेबल नहीं है',
  'biodegradable nahi hai',
  'natural colour: beige',
  'a green cup and a refillable pen',
  'evergreen, ecology of the economy, supernatural',
])('no finding: %s', (text) => expect(found(text)).toEqual([]))

test('in the name of a product a title claims nothing, up to its first comma', () => {
  expect(findGreenWords('Book: A Natural History', true)).toEqual([])
  expect(findGreenWords('किताब: प्राकृतिक इतिहास', true)).toEqual([])
  expect(findGreenWords('Book: Soaps, 100% organic', true)).toMatchObject([{ words: '100% organic' }])
  expect(findGreenWords('Guide: organic soap', true)).toMatchObject([{ words: 'organic' }])
})

test('the place of the words is that of the text as it is, whatever stands before', () => {
  const text = 'पर्या\u200dवरण — 🌿\u200b “natural” soap'
  const [hit] = findGreenWords(text)
  expect(text.slice(hit?.start).startsWith('natural')).toBe(true)
})
