/** Colours by their names. */
import { expect, test } from 'vitest'
import { swatchOf } from './colour-swatches.ts'

test('a colour is known by its English and its Hindi names, also behind other words', () => {
  const red = swatchOf('Red')
  expect(red).toMatch(/^#[0-9a-f]{6}$/)
  for (const name of ['lal', 'LAAL', 'लाल', 'Dark red', 'Brick (Red)']) expect(swatchOf(name)).toBe(red)
  expect(swatchOf('फ़िरोज़ी')).toBe(swatchOf('Teal'))
  expect(swatchOf('Red lal')).toBe(red)
})

test('several colours, and words that name none, have no swatch', () => {
  for (const name of ['Red / Blue', 'Red and white', 'Multicolour', 'constructor', 'Forest', ''])
    expect(swatchOf(name)).toBeUndefined()
})
