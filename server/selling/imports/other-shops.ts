/** Product exports of Shopify and WooCommerce, turned into rows of our own columns. */
import { familyOptionKeys } from '../../../contract/family-words.ts'
import { limits } from '../../../contract/limits.ts'
import { type Cells, familyKey } from './columns.ts'

/** A row of the file, by its headings. */
type Given = Record<string, string>

interface SourceRow {
  row: number
  given: Given
}

/** Returns the rows that are complete: a product may stand in several rows of the file. */
export interface Converter {
  source: 'shopify' | 'woocommerce'
  notes: string[]
  take(row: number, given: Given): { row: number; cells: Cells }[]
  end(): { row: number; cells: Cells }[]
}

const notInIt =
  'Category, subcategory and what else is missing are not in such a file: download the rows below, fill them in and send that file.'
const alone = 'Each variant becomes a product of its own. A family can join them afterwards.'
const together =
  'Each variant becomes a product of its own; a family joins them where all their options are known, such as size and colour.'

/** By the headings of the file; undefined for a file of our own columns. */
export function converterFor(headings: readonly string[]): Converter | undefined {
  const has = (...names: string[]) => names.every((name) => headings.includes(name))
  if (has('Handle', 'Title', 'Variant Price')) return openShopify()
  if (has('Type', 'Name', 'Regular price')) return openWooCommerce()
  return undefined
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

export function textOf(html: string): string {
  return html
    .replaceAll(/<br[^<>]*>|<\/(?:p|li|div|h\d|tr)>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(\w{2,6}|#\d{1,6});/g, (whole, name: string) =>
      name.startsWith('#') ? characterOf(Number(name.slice(1))) : (entities[name.toLowerCase()] ?? whole),
    )
    .replaceAll(/\n\s+/g, '\n')
    .trim()
}
const characterOf = (code: number) => (code > 31 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '')

const filled = (cells: Record<string, string | undefined>): Cells =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([key, text]) => (text?.trim() ? [[key, text.trim()]] : [])),
  )

const pictureCells = (addresses: readonly string[]) =>
  Object.fromEntries(
    [...new Set(addresses)]
      .slice(0, limits.productImages)
      .map((address, at) => [`picture:${at + 1}`, address]),
  )

/** Lines such as 'Size: L' for the details of a product. */
const lines = (pairs: readonly (readonly [string | undefined, string | undefined])[]) =>
  pairs.flatMap(([name, value]) => (name && value ? [`${name}: ${value}`] : [])).join('\n')

function openShopify(): Converter {
  /** The rows of one handle: its variants, and more pictures. */
  let group: SourceRow[] = []
  const flush = () => {
    const done = group
    group = []
    return shopifyProduct(done)
  }
  return {
    source: 'shopify',
    notes: [
      'This file comes from Shopify.',
      notInIt,
      together,
      'Tags, collections, taxes and SEO texts are left out.',
    ],
    take(row, given) {
      const before = group[0]?.given.Handle
      const done = before !== undefined && before !== given.Handle ? flush() : []
      group.push({ row, given })
      return done
    },
    end: flush,
  }
}

const optionOf = (name: string) =>
  familyOptionKeys.find(
    (option) =>
      option ===
      name
        .trim()
        .toLowerCase()
        .replace(/^color$/, 'colour'),
  )

/** Empty for one variant alone, and for options that families do not know. */
function familyCells(
  name: string | undefined,
  own: readonly (readonly [string | undefined, string | undefined])[],
) {
  const options = own.map(([option, value]) => [optionOf(option ?? ''), value] as const)
  const isKnown =
    new Set(options.map(([option]) => option)).size === options.length && options.every(([option]) => option)
  return isKnown && options.length > 0
    ? {
        [familyKey]: name,
        ...Object.fromEntries(options.map(([option, value]) => [`option:${option}`, value])),
      }
    : {}
}

function shopifyProduct(group: readonly SourceRow[]): { row: number; cells: Cells }[] {
  const [first] = group
  if (!first) return []
  const { given: head } = first
  const pictures = group.flatMap(({ given }) => given['Image Src'] ?? [])
  const variants = group.filter(({ given }) => given['Variant Price'])
  return variants.map(({ row, given }) => {
    const options = [1, 2, 3].map((n) => [head[`Option${n} Name`], given[`Option${n} Value`]] as const)
    const own = options.filter(([, value]) => value && value !== 'Default Title')
    const [price, compared] = [given['Variant Price'], given['Variant Compare At Price']]
    const image = given['Variant Image']
    return {
      row,
      cells: filled({
        name: [head.Title, ...own.map(([, value]) => value)].filter(Boolean).join(', '),
        sku: given['Variant SKU']?.replace(/^'/, ''),
        description: textOf(head['Body (HTML)'] ?? ''),
        details: lines([['Brand', head.Vendor], ['Type', head.Type], ...own]),
        price,
        mrp: Number(compared) >= Number(price) ? compared : undefined,
        noOfUnits: given['Variant Inventory Qty'],
        weight: Number(given['Variant Grams']) > 0 ? given['Variant Grams'] : undefined,
        size: own.find(([name]) => name?.toLowerCase() === 'size')?.[1],
        ...pictureCells(image ? [image, ...pictures] : pictures),
        ...(variants.length > 1 && familyCells(head.Title, own)),
      }),
    }
  })
}

function openWooCommerce(): Converter {
  /** Variations name their parent by SKU, or as id:123. */
  const parents = new Map<string, Given>()
  return {
    source: 'woocommerce',
    notes: [
      'This file comes from WooCommerce.',
      notInIt,
      alone,
      'Sale prices, tags, taxes and reviews are left out.',
    ],
    take(row, given) {
      const type = given.Type?.toLowerCase() ?? ''
      if (type.includes('variable')) {
        for (const key of [given.SKU, given.ID && `id:${given.ID}`]) if (key) parents.set(key, given)
        return []
      }
      const parent = parents.get(given.Parent ?? '') ?? {}
      const of = (heading: string) => given[heading] ?? parent[heading]
      const kilos = Number(of('Weight (kg)'))
      const attributes = [1, 2, 3].map(
        (n) => [given[`Attribute ${n} name`], given[`Attribute ${n} value(s)`]] as const,
      )
      const images = [given.Images, parent.Images].flatMap((text) =>
        (text ?? '').split(/,\s*/).filter(Boolean),
      )
      return [
        {
          row,
          cells: filled({
            name: given.Name,
            sku: given.SKU,
            description: textOf(of('Description') ?? of('Short description') ?? ''),
            details: textOf(of('Short description') ?? '') || lines(attributes),
            price: given['Regular price'],
            noOfUnits: given.Stock,
            weight: kilos > 0 ? String(Math.round(kilos * 1_000)) : of('Weight (g)'),
            length: of('Length (cm)'),
            width: of('Width (cm)'),
            height: of('Height (cm)'),
            size: attributes.find(([name]) => name?.toLowerCase() === 'size')?.[1],
            ...pictureCells(images),
          }),
        },
      ]
    },
    end: () => [],
  }
}
