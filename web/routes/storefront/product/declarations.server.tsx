/** What a product declares by law, and its attributes, rendered by the server only: the page needs no script for them. */
import type { ShownDeclaration } from '../../../../contract/declaration.ts'
import type { ProductDetail } from '../../../../contract/product.ts'
import { formatRupees } from '../../../../contract/money.ts'
import { attributeText } from '../../../products/attribute-text.ts'
import { quantityWords, unitPriceWords } from '../../../products/unit-price-words.ts'
import { dayInWords } from '../../../../contract/day-in-words.ts'
import { limits } from '../../../../contract/limits.ts'
import { bulkWords } from '../../../products/bulk-words.ts'

/** A larger one says more of the MRP than of the price: no saving is shown then. */
const savingAtMost = 0.8

/** Against the price before a sale, and without a sale against the MRP: a sale promises no saving that it does not bring. */
function savingOf({ price, was, sale, declaration: { mrp } }: ProductDetail): string | null {
  const before = sale ? was : mrp
  if (before === null || before <= price) return null
  const share = (before - price) / before
  return !sale && share > savingAtMost
    ? null
    : `You save ${formatRupees(before - price)} (${Math.floor(share * 100 + 1e-9)} %)`
}

/** The last day of a sale in India, YYYY-MM-DD: one that ends at midnight ends with the day before. */
const lastDayOf = (ends: string) =>
  new Date(Date.parse(ends) - 1 + 5.5 * 3_600_000).toISOString().slice(0, 10)

/** Of a single unit it is the price itself. */
const unitPriceOf = (product: ProductDetail): string | null =>
  product.declaration.netQuantity === 1 ? null : unitPriceWords(product)

/** MRP, saving and price of a unit, below the price. */
export function PriceFacts({ product }: { product: ProductDetail }) {
  const { sale, bulkPrices, noOfUnits } = product
  const { mrp } = product.declaration
  const saving = savingOf(product)
  const lines = [
    sale
      ? [
          saving,
          sale.lowest !== null &&
            `Lowest price in ${limits.lowestPriceDays} days: ${formatRupees(sale.lowest)}`,
          `Sale price until ${dayInWords(lastDayOf(sale.ends))}`,
        ]
      : [],
    [mrp !== null && `MRP ${formatRupees(mrp)}`, !sale && saving, unitPriceOf(product)],
    [bulkWords(bulkPrices)],
    [noOfUnits <= 0 && 'On your wishlist you can ask for a mail when it is back in stock.'],
  ]
    .map((parts) => parts.filter(Boolean).join(' · '))
    .filter(Boolean)
  return lines.map((line) => (
    <p key={line} className="mt-1 text-sm text-muted">
      {line}
    </p>
  ))
}

const days = (count: number) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? 'day' : 'days'} from packing`

export function Declarations({ product }: { product: ProductDetail }) {
  const { declaration: d } = product
  const rows: [string, string | null][] = [
    ['Common name', d.commonName],
    ['Net quantity', d.netQuantity === null ? null : quantityWords(d.netQuantity, d.netUnit ?? '')],
    ['MRP (inclusive of all taxes)', d.mrp === null ? null : formatRupees(d.mrp)],
    ['Unit price', unitPriceOf(product)],
    ['Size', d.size],
    ['Best before', d.shelfLifeDays === null ? null : days(d.shelfLifeDays)],
    ['Country of origin', d.originName],
    ['Made by', d.maker],
    ['Packed by', d.packer],
    ['Imported by', d.importer],
    ['Customer care', d.careContact],
    ['FSSAI number', d.fssaiLicence],
    ['Cosmetics licence', d.cosmeticsLicence],
  ]
  // The details of the product, which stand above, often say the same in the seller's words.
  const details = product.details.split('\n').map((line) => line.trim())
  const declared = rows.filter(([name, value]) => value !== null && !details.includes(`${name}: ${value}`))
  // A declared size says more than the attribute of this name.
  const attributes = product.attributes
    .filter(({ name }) => !declared.some(([label]) => label === name))
    .filter(({ name }) => !details.some((line) => line.startsWith(`${name}: `)))
    .map((one) => [one.name, attributeText(one)] as const)
  const shown = [...attributes, ...declared]
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="declared" className="page-width mt-12 sm:mt-16">
      <h2 id="declared" className="mb-4 text-xl font-bold tracking-tight sm:text-2xl">
        Product information
      </h2>
      <table className="w-full max-w-3xl table-fixed border-y border-line text-left">
        <tbody className="divide-y divide-line">
          {shown.map(([name, value]) => (
            <tr key={name}>
              <th
                scope="row"
                className="w-2/5 py-2.5 pr-4 align-top font-normal break-words text-muted sm:w-60"
              >
                {name}
              </th>
              <td dir="auto" className="py-2.5 break-words">
                {value}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Attributes that schema.org has properties for, by the names that the shop begins with. */
const schemaNames: Record<string, string> = {
  material: 'material',
  colour: 'color',
  'clothing size': 'size',
}

/** For search engines: properties of a Product of schema.org. Beside `additionalProperty` stand those of green claims. */
export function attributesData({ attributes, greenClaimsData }: ProductDetail): Record<string, unknown> {
  const named = attributes.filter(({ name }) => schemaNames[name.toLowerCase()])
  const others = attributes.filter((one) => !named.includes(one))
  const { additionalProperty = [] } = greenClaimsData as { additionalProperty?: unknown[] }
  return {
    ...Object.fromEntries(named.map((one) => [schemaNames[one.name.toLowerCase()], attributeText(one)])),
    ...(others.length > 0 && {
      additionalProperty: [
        ...additionalProperty,
        ...others.map((one) => ({
          '@type': 'PropertyValue',
          name: one.name,
          ...(one.number === null
            ? { value: attributeText(one) }
            : { value: one.number, ...(one.unit && { unitText: one.unit }) }),
        })),
      ],
    }),
  }
}

const unitCodes = { g: 'GRM', kg: 'KGM', ml: 'MLT', l: 'LTR', cm: 'CMT', m: 'MTR', piece: 'C62' }

/** For search engines: properties of a Product of schema.org. */
export const declaredData = ({ originName, maker, size }: ShownDeclaration) => ({
  ...(originName && { countryOfOrigin: { '@type': 'Country', name: originName } }),
  ...(maker && { manufacturer: { '@type': 'Organization', name: maker } }),
  ...(size && { size }),
})

/** The same of its Offer. */
export function offerData({ price, sale, declaration: { mrp, netQuantity, netUnit } }: ProductDetail) {
  const money = (type: string, rupees: number) => ({
    '@type': type,
    price: rupees.toFixed(2),
    priceCurrency: 'INR',
  })
  const specifications = [
    mrp !== null && { ...money('UnitPriceSpecification', mrp), priceType: 'https://schema.org/MSRP' },
    netQuantity !== null &&
      netUnit !== null && {
        ...money('UnitPriceSpecification', price),
        referenceQuantity: {
          '@type': 'QuantitativeValue',
          value: netQuantity,
          unitCode: unitCodes[netUnit],
        },
      },
  ].filter(Boolean)
  return {
    ...(sale && { priceValidUntil: lastDayOf(sale.ends) }),
    ...(specifications.length > 0 && { priceSpecification: specifications }),
  }
}
