/** The deductions of a sale, and of its reversals (docs/money.md, Sales). */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { netOf, reversalAmounts, saleAmounts } from './rules.ts'

const terms = {
  commissionBp: 1_000,
  gstOnFeesBp: 1_800,
  tcsBp: 50,
  tdsBp: 10,
  rateBp: 1_800,
  sellerState: 'Rajasthan',
  placeOfSupply: 'Rajasthan',
}

test('three pieces of ₹149.00 within a state, by hand (docs/money.md)', () => {
  const sale = saleAmounts(44_700, 5_000, terms)
  expect(sale).toEqual({
    grossPaise: 44_700,
    // 447 × 9 / 118 = 34.093.
    taxablePaise: 37_882,
    cgstPaise: 3_409,
    sgstPaise: 3_409,
    utgstPaise: 0,
    igstPaise: 0,
    commissionPaise: 4_470,
    shippingPaise: 5_000,
    // (44.70 + 50.00) × 18 % = 17.046.
    gstOnFeesPaise: 1_705,
    // 378.82 × 0.5 % = 1.8941; 447.00 × 0.1 % = 0.447.
    tcsPaise: 189,
    tdsPaise: 45,
  })
  expect(netOf(sale)).toBe(33_291)
  // One of three: 44.70 / 3, of the GST only the commission's (17.05 × 44.70 / 94.70 = 8.048), 1.89 / 3, 0.45 / 3.
  expect(reversalAmounts(sale, 0, 14_900)).toMatchObject({
    grossPaise: 14_900,
    cgstPaise: 1_136,
    sgstPaise: 1_136,
    taxablePaise: 12_628,
    commissionPaise: 1_490,
    gstOnFeesPaise: 268,
    tcsPaise: 63,
    tdsPaise: 15,
  })
})

test('whatever the parts, a sale that is taken back whole leaves the seller the charge for its parcel with the GST on it', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 12 })
  const rate = fc.integer({ min: 0, max: 10_000 })
  const rates = fc.record({ commissionBp: rate, gstOnFeesBp: rate, tcsBp: rate, tdsBp: rate, rateBp: rate })
  fc.assert(
    fc.property(
      parts,
      rates,
      fc.integer({ min: 0, max: 100_000 }),
      fc.boolean(),
      (paise, bp, shipping, within) => {
        const gross = paise.reduce((sum, part) => sum + part, 0)
        const sale = saleAmounts(gross, shipping, {
          ...terms,
          ...bp,
          placeOfSupply: within ? 'Rajasthan' : 'Goa',
        })
        let before = 0
        const sums: Record<string, number> = {}
        for (const part of paise) {
          const reversal = reversalAmounts(sale, before, part)
          const { grossPaise, taxablePaise, cgstPaise, sgstPaise, igstPaise } = reversal
          expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(grossPaise)
          for (const [name, value] of Object.entries(reversal)) sums[name] = (sums[name] ?? 0) + value
          before += part
        }
        const { shippingPaise, gstOnFeesPaise, ...whole } = sale
        expect(sums).toMatchObject(whole)
        const left = gstOnFeesPaise - (sums['gstOnFeesPaise'] ?? 0)
        // The two shares of the GST are rounded from one amount: they never differ by more than a paisa from their own.
        expect(Math.abs(left * 10_000 - shippingPaise * bp.gstOnFeesBp)).toBeLessThanOrEqual(20_000)
      },
    ),
  )
})
