import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { demoCategories, demoProducts, demoSellers } from './catalogue.ts'
import { evidenceKinds, kindsFor, wordings, type Wording } from '../../contract/green-claim-list.ts'
import { gstCheckCharacter } from '../../contract/gstin.ts'
import { askedByCategory, demoAttributes } from './attributes.ts'
import { demoClaims } from './green-claims.ts'

const pictures = fileURLToPath(new URL('../pictures/', import.meta.url))
/** The files of a picture. Others are rendered on demand. */
const pictureFiles = (name: string) =>
  name.endsWith('-1') ? ['240.avif', '480.avif', '960.avif'] : ['240.avif', '960.avif']
/** Everyone who clones the repository or deploys the shop downloads them. */
const pictureBytesMax = 5_000_000
const places = new Set(
  demoCategories.flatMap((category) => category.subcategories.map((sub) => `${category.name}/${sub.name}`)),
)
const inPlace = (place: string) =>
  demoProducts.filter((product) => `${product.category}/${product.subcategory}` === place)

/** GST state code and the range of the first two digits of the state's pin codes. */
const states: Record<string, { code: string; pins: readonly [number, number] }> = {
  Rajasthan: { code: '08', pins: [301, 345] },
  Assam: { code: '18', pins: [781, 788] },
  'Uttar Pradesh': { code: '09', pins: [201, 285] },
  Kerala: { code: '32', pins: [670, 695] },
  'Tamil Nadu': { code: '33', pins: [600, 643] },
  Puducherry: { code: '34', pins: [605, 605] },
  Maharashtra: { code: '27', pins: [400, 445] },
  Gujarat: { code: '24', pins: [360, 396] },
  'Himachal Pradesh': { code: '02', pins: [171, 177] },
  Karnataka: { code: '29', pins: [560, 591] },
}

describe('categories and subcategories', () => {
  test('there are at least 12 categories with 3 to 6 subcategories each, all names unique', () => {
    expect(demoCategories.length).toBeGreaterThanOrEqual(12)
    for (const category of demoCategories) {
      expect(category.subcategories.length, category.name).toBeGreaterThanOrEqual(3)
      expect(category.subcategories.length, category.name).toBeLessThanOrEqual(6)
    }
    expect(new Set(demoCategories.map((category) => category.name)).size).toBe(demoCategories.length)
    expect(places.size).toBe(demoCategories.reduce((sum, category) => sum + category.subcategories.length, 0))
  })

  test('there are 120 to 140 products, at least two in every subcategory, and two lists long enough to scroll', () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(120)
    expect(demoProducts.length).toBeLessThanOrEqual(140)
    for (const place of places) expect(inPlace(place).length, place).toBeGreaterThanOrEqual(2)
    expect([...places].filter((place) => inPlace(place).length >= 10).length).toBeGreaterThanOrEqual(2)
  })

  test('every product has a subcategory and a seller', () => {
    const sellers = new Set(demoSellers.map((seller) => seller.email))
    for (const product of demoProducts) {
      expect(places.has(`${product.category}/${product.subcategory}`), product.slug).toBe(true)
      expect(sellers.has(product.sellerEmail), product.slug).toBe(true)
    }
  })

  test("a subcategory's picture shows one of its own products", () => {
    for (const category of demoCategories) {
      for (const subcategory of category.subcategories) {
        const own = inPlace(`${category.name}/${subcategory.name}`).map((product) => product.pictures[0])
        expect(own, subcategory.name).toContain(subcategory.picture)
      }
    }
  })
})

describe('products', () => {
  test('have an HSN code, except for the gift hampers, which their sellers have to complete', () => {
    const without = demoProducts.filter(({ hsnCode }) => hsnCode === null)
    expect(without.map(({ subcategory }) => subcategory)).toEqual([
      'Gift Hampers',
      'Gift Hampers',
      'Gift Hampers',
    ])
  })

  test('slugs and names are unique', () => {
    expect(new Set(demoProducts.map((product) => product.slug)).size).toBe(demoProducts.length)
    expect(new Set(demoProducts.map((product) => product.name)).size).toBe(demoProducts.length)
  })

  test('prices, units, sizes and texts are within the limits of the contract', () => {
    for (const product of demoProducts) {
      expect(product.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(product.name.length, product.slug).toBeLessThanOrEqual(100)
      expect(product.priceRupees, product.slug).toBeGreaterThanOrEqual(1)
      expect(product.priceRupees, product.slug).toBeLessThanOrEqual(1_000_000)
      expect(
        Number.isInteger(product.units) && product.units >= 0 && product.units <= 1_000_000,
        product.slug,
      ).toBe(true)
      expect(product.description.length, product.slug).toBeGreaterThan(80)
      expect(product.description.length, product.slug).toBeLessThanOrEqual(5000)
      expect(product.details.length, product.slug).toBeLessThanOrEqual(10_000)
      expect(
        product.details.split('\n').map((line) => line.split(': ')[0]),
        product.slug,
      ).toEqual(['Material', 'Size', 'Care', 'Origin', 'In the box'])
      for (const measure of [product.heightCm, product.lengthCm, product.widthCm, product.weightGrams]) {
        expect(measure, product.slug).toBeGreaterThan(0)
        expect(Math.round(measure * 10) / 10, product.slug).toBe(measure)
      }
    }
  })

  test('no sentence is used for two products', () => {
    const sentences = demoProducts.flatMap((product) => product.description.split(/(?<=[.!?])\s+/))
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  test('there are products in stock, low in stock and sold out', () => {
    const units = demoProducts.map((product) => product.units)
    for (const wanted of [0, 1, 9, 10, 11])
      expect(units.filter((count) => count === wanted).length, `${wanted} units`).toBeGreaterThanOrEqual(2)
    expect(units.filter((count) => count > 1 && count < 9).length).toBeGreaterThanOrEqual(2)
    expect(units.filter((count) => count >= 20 && count <= 400).length).toBeGreaterThan(
      demoProducts.length / 2,
    )
  })
})

describe('sellers', () => {
  test('there are ten, all in the test domain, and the first one is the demo account', () => {
    expect(demoSellers.length).toBe(10)
    expect(demoSellers[0]?.email).toBe('seller@hariyali.test')
    for (const seller of demoSellers) {
      expect(seller.email).toMatch(/\.test$/)
      expect(seller.bankDetails.fullName).toBe(seller.companyName)
      expect(seller.bankDetails.ifsccode).toMatch(/^[A-Z]{4}0[A-Z0-9]{6}$/)
      expect(seller.bankDetails.accountNo).toMatch(/^[0-9]{9,18}$/)
      expect(seller.mobile).toMatch(/^[6-9][0-9]{9}$/)
    }
    for (const part of ['email', 'companyName', 'gst', 'mobile'] as const) {
      expect(new Set(demoSellers.map((seller) => seller[part])).size, part).toBe(demoSellers.length)
    }
  })

  test('GST numbers have the right check character and belong to the state of the address', () => {
    for (const seller of demoSellers) {
      expect(seller.gst).toMatch(/^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/)
      expect(gstCheckCharacter(seller.gst.slice(0, 14)), seller.gst).toBe(seller.gst.slice(14))
      const state = states[seller.address.state]
      expect(state, seller.address.state).toBeDefined()
      expect(seller.gst.slice(0, 2)).toBe(state?.code)
      const pin = Number(seller.address.pinCode.slice(0, 3))
      expect(seller.address.pinCode).toMatch(/^[1-9][0-9]{5}$/)
      expect(pin).toBeGreaterThanOrEqual(state?.pins[0] ?? 0)
      expect(pin).toBeLessThanOrEqual(state?.pins[1] ?? 0)
    }
  })

  test('the check character matches the published example', () => {
    expect(gstCheckCharacter('27AAPFU0939F1Z')).toBe('V')
    expect(gstCheckCharacter('29AAGCB7383J1Z')).toBe('4')
    expect(gstCheckCharacter('36AABCU9603R1Z')).toBe('O')
  })
})

describe('pictures', () => {
  test('every product has three different ones, and all files exist', () => {
    for (const product of demoProducts) {
      expect(new Set(product.pictures).size, product.slug).toBe(3)
      for (const name of product.pictures)
        for (const file of pictureFiles(name))
          expect(existsSync(`${pictures}${name}/${file}`), `${name}/${file}`).toBe(true)
    }
  })

  test('there are no unused files, and all have at most 5 MB together', () => {
    const used = new Set(demoProducts.flatMap((product) => product.pictures))
    const folders = readdirSync(pictures, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map((folder) => folder.name).filter((name) => !used.has(name))).toEqual([])
    for (const { name } of folders)
      expect(readdirSync(pictures + name).toSorted(), name).toEqual(pictureFiles(name))
    const files = readdirSync(pictures, { recursive: true, encoding: 'utf8' })
      .map((file) => statSync(pictures + file))
      .filter((file) => file.isFile())
    expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(pictureBytesMax)
  })
})

describe('green claims', () => {
  test('follow the register, are of one seller each, and plainly of the demo', () => {
    for (const { code, covers, kind, number, slugs } of demoClaims) {
      const wording: Wording = wordings[code]
      expect(wording.covers, code).toContain(covers)
      expect(kindsFor(code), code).toContain(kind)
      expect(number?.startsWith('DEMO-') ?? evidenceKinds[kind].number === null, code).toBe(true)
      const sellers = slugs.map((slug) => demoProducts.find((one) => one.slug === slug)?.sellerEmail)
      expect(new Set(sellers).size, code).toBe(1)
      expect(sellers, code).not.toContain(undefined)
    }
  })

  test('none calls a product plastic-free that has plastic in it', () => {
    const plastics = /nylon|poly|elastane|silicone|acryl|vinyl/i
    const claimed = demoClaims.filter(({ code, covers }) => code === 'plastic-free' && covers === 'product')
    for (const slug of claimed.flatMap(({ slugs }) => slugs))
      expect(demoProducts.find((one) => one.slug === slug)?.details, slug).not.toMatch(plastics)
  })
})

test('attributes are those of products, and their categories ask for them', () => {
  const categoryOf = new Map(demoProducts.map(({ slug, category }) => [slug, category]))
  expect(demoCategories.map(({ name }) => name).toSorted()).toEqual(Object.keys(askedByCategory).toSorted())
  for (const [slug, given] of Object.entries(demoAttributes))
    expect(askedByCategory[categoryOf.get(slug) ?? ''], slug).toEqual(
      expect.arrayContaining(Object.keys(given)),
    )
})
