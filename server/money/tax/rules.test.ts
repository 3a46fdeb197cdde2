/** How much GST is in a price (docs/money.md, Tax). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { states } from '../../../contract/states.ts'
import { sellerStateOf, taxParts } from './rules.ts'

const noTax = { cgstPaise: 0, sgstPaise: 0, utgstPaise: 0, igstPaise: 0 }
const within = (state: string) => ({ sellerState: state, placeOfSupply: state })
const between = { sellerState: 'Karnataka', placeOfSupply: 'Rajasthan' }

describe('₹299.00 at 5 %, by hand (docs/money.md)', () => {
  test('between two states: 299 × 5 / 105 = 14.238, so IGST is 14.24', () => {
    expect(taxParts(29_900, 500, between)).toEqual({ ...noTax, taxablePaise: 28_476, igstPaise: 1_424 })
  })

  test('within a state: 299 × 2.5 / 105 = 7.119, so CGST and SGST are 7.12 each', () => {
    expect(taxParts(29_900, 500, within('Karnataka'))).toEqual({
      ...noTax,
      taxablePaise: 28_476,
      cgstPaise: 712,
      sgstPaise: 712,
    })
  })

  test('within a union territory without a legislature: UTGST instead of SGST', () => {
    expect(taxParts(29_900, 500, within('Chandigarh'))).toEqual({
      ...noTax,
      taxablePaise: 28_476,
      cgstPaise: 712,
      utgstPaise: 712,
    })
  })
})

test('halves are rounded once each: 100.00 at 18 % has 15.25 of IGST, but 7.63 twice', () => {
  // 100 × 18 / 118 = 15.254 and 100 × 9 / 118 = 7.627.
  expect(taxParts(10_000, 1_800, between).igstPaise).toBe(1_525)
  expect(taxParts(10_000, 1_800, within('Goa'))).toMatchObject({
    taxablePaise: 8_474,
    cgstPaise: 763,
    sgstPaise: 763,
  })
})

test('half a paisa is rounded up: 105 paise at 100 % contain 52.5', () => {
  expect(taxParts(105, 10_000, between).igstPaise).toBe(53)
})

test('goods at nil have no tax', () => {
  expect(taxParts(12_345, 0, between)).toEqual({ ...noTax, taxablePaise: 12_345 })
})

test('five union territories have UTGST, the three with a legislature and all states SGST', () => {
  expect(states.filter((state) => taxParts(29_900, 500, within(state)).utgstPaise > 0)).toEqual([
    'Andaman and Nicobar Islands',
    'Chandigarh',
    'Dadra and Nagar Haveli and Daman and Diu',
    'Ladakh',
    'Lakshadweep',
  ])
})

test('for any price, rate and places: value and taxes are the price, and no tax is off by more than half a paisa', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 100_000_000 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.constantFrom(...states),
      fc.constantFrom(...states),
      (price, pieces, rateBp, sellerState, placeOfSupply) => {
        const gross = price * pieces
        const parts = taxParts(gross, rateBp, { sellerState, placeOfSupply })
        const { taxablePaise, cgstPaise, sgstPaise, utgstPaise, igstPaise } = parts
        expect(taxablePaise + cgstPaise + sgstPaise + utgstPaise + igstPaise).toBe(gross)
        expect(cgstPaise).toBe(sgstPaise + utgstPaise)
        const heads = sellerState === placeOfSupply ? 2n : 1n
        const shown = BigInt(heads === 2n ? cgstPaise : igstPaise)
        // |shown − gross × rate / (heads × (10000 + rate))| ≤ 1/2, times the divisor; upwards at exactly one half.
        const divisor = heads * (10_000n + BigInt(rateBp))
        const off = 2n * (shown * divisor - BigInt(gross) * BigInt(rateBp))
        expect(off > -divisor && off <= divisor).toBe(true)
      },
    ),
  )
})

test("the seller's state is that of the registration, not of the pickup address", () => {
  expect(sellerStateOf('29AAGCB7383J1Z4', 'Maharashtra')).toBe('Karnataka')
  // 25 was Daman and Diu.
  expect(sellerStateOf('25AAGCB7383J1ZC', 'Gujarat')).toBe('Gujarat')
})
