/** Products side by side: a row for each thing to compare, left out where no product has it. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dayInWords } from '../../../../contract/day-in-words.ts'
import type { NetUnit } from '../../../../contract/declaration.ts'
import { formatRupees } from '../../../../contract/money.ts'
import type { ProductDetail } from '../../../../contract/product.ts'
import { AddToCart } from '../../../cart/add-to-cart.tsx'
import { attributeText } from '../../../products/attribute-text.ts'
import { bulkWords } from '../../../products/bulk-words.ts'
import { DeliveryLine } from '../../../delivery/delivery-line.tsx'
import { PinForm } from '../../../delivery/pin-form.tsx'
import { useDeliveryPin } from '../../../delivery/use-delivery-pin.ts'
import { useEstimates } from '../../../delivery/use-estimates.ts'
import { paths } from '../../../paths.ts'
import { Price } from '../../../products/price.tsx'
import { hasStockNote, StockNote } from '../../../products/stock-note.tsx'
import { quantityWords, unitPriceWords } from '../../../products/unit-price-words.ts'
import { BadgeCheck } from '../../../ui/home-icons.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Rating } from '../../../ui/rating.tsx'

const none = (words: string) => <span className="text-muted">{words}</span>

const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`

/** By weight and volume always per 100 g or 100 ml: a price per gram beside one per kilogram cannot be compared. */
function priceByQuantity(product: ProductDetail): string | null {
  const { netQuantity, netUnit } = product.declaration
  const [hundred, of] = (netUnit !== null && hundreds[netUnit]) || []
  return netQuantity === null || hundred === undefined
    ? unitPriceWords(product)
    : `${formatRupees((product.price * hundred) / netQuantity)} per 100 ${of}`
}

/** How much of a unit is 100 g or 100 ml. */
const hundreds: Partial<Record<NetUnit, [part: number, unit: NetUnit]>> = {
  g: [100, 'g'],
  kg: [0.1, 'g'],
  ml: [100, 'ml'],
  l: [0.1, 'ml'],
}

type Row = [name: string, cell: (product: ProductDetail) => ReactNode]

const rows: readonly Row[] = [
  ['Price', ({ price, was }) => <Price rupees={price} was={was} className="text-lg" />],
  ['Price of several', ({ bulkPrices }) => bulkWords(bulkPrices)],
  ['Price by quantity', priceByQuantity],
  ['MRP', ({ declaration: { mrp } }) => mrp !== null && formatRupees(mrp)],
  [
    'Availability',
    ({ noOfUnits, backOn }) =>
      hasStockNote(noOfUnits, 'list') ? (
        <StockNote units={noOfUnits} backOn={backOn && dayInWords(backOn)} place="list" />
      ) : (
        <p className="text-sm font-semibold text-leaf">In stock</p>
      ),
  ],
  [
    'Rating',
    ({ rating, ratingCount }) =>
      rating === null ? none('No reviews yet') : <Rating rating={rating} count={ratingCount} />,
  ],
  [
    'Proven green claims',
    ({ greenClaims }) =>
      greenClaims.length === 0 ? (
        none('None')
      ) : (
        <ul className="flex flex-col gap-1">
          {greenClaims.map(({ wording, covers }, at) => (
            <li key={at} className="flex gap-1.5">
              <BadgeCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-leaf" />
              <span>
                {wording} <span className="text-muted">({covers.toLowerCase()})</span>
              </span>
            </li>
          ))}
        </ul>
      ),
  ],
  [
    'Sold by',
    ({ sellerId, sellerCompany }) => (
      <Link to={paths.seller(sellerId)} className="underline underline-offset-4">
        {sellerCompany}
      </Link>
    ),
  ],
  [
    'Parcels of the seller in time',
    ({ delivery }) => delivery && delivery.promised > 0 && percent(delivery.inTime, delivery.promised),
  ],
  ['Made by', ({ declaration: { maker } }) => maker],
  ['Country of origin', ({ declaration: { originName } }) => originName],
  [
    'Net quantity',
    ({ declaration: { netQuantity, netUnit } }) =>
      netQuantity !== null && netUnit !== null && quantityWords(netQuantity, netUnit),
  ],
  ['Size', ({ declaration: { size } }) => size],
]

/** What any of them says of itself, in the order of the first that says it. A declared size says more than an attribute of this name. */
function attributeRows(products: readonly ProductDetail[]): Row[] {
  const names = new Set(products.flatMap(({ attributes }) => attributes.map(({ name }) => name)))
  return [...names]
    .filter((name) => !rows.some(([known]) => known === name))
    .map((name) => [
      name,
      ({ attributes }) =>
        attributes
          .filter((one) => one.name === name)
          .map(attributeText)
          .join(', '),
    ])
}

export function CompareTable({ products }: { products: readonly ProductDetail[] }) {
  const ids = products.map(({ id }) => id)
  const { pin, choose } = useDeliveryPin()
  const { answered, of } = useEstimates(
    pin,
    ids.map((productId) => ({ productId, quantity: 1 })),
  )
  const arrival = ({ id, noOfUnits }: ProductDetail) =>
    noOfUnits <= 0 ? (
      none('Once it can be bought')
    ) : answered ? (
      <DeliveryLine estimate={of.get(id)} pin={pin ?? ''} short />
    ) : (
      none('Asking the courier...')
    )
  return (
    <>
      <div
        className="relative mt-5 overflow-x-auto rounded-card border border-line bg-white"
        tabIndex={0}
        role="region"
        aria-label="Comparison"
      >
        <table className="w-full table-fixed text-left" style={{ minWidth: `${9.5 * products.length}rem` }}>
          <thead>
            <tr className="align-top">
              {products.map(({ id, name, images }) => (
                <th key={id} scope="col" className="p-3 font-normal sm:p-4">
                  <Link to={paths.product(id)} className="group block">
                    <span className="block max-w-52 overflow-hidden rounded-xl bg-mist">
                      <Picture
                        src={images[0] ?? ''}
                        alt=""
                        size={240}
                        sizes="(min-width: 640px) 240px, 40vw"
                        className="aspect-square size-full"
                      />
                    </span>
                    <span className="mt-2 line-clamp-3 font-semibold underline-offset-4 group-hover:underline">
                      {name}
                    </span>
                  </Link>
                  {products.length > 1 && (
                    <Link
                      to={withoutProduct(ids, id)}
                      rel="nofollow"
                      preventScrollReset
                      aria-label={`Remove ${name}`}
                      className="inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4"
                    >
                      Remove
                    </Link>
                  )}
                </th>
              ))}
            </tr>
            <tr>
              {products.map(({ id, name, noOfUnits }) => (
                <td key={id} className="px-3 pb-3 sm:px-4">
                  {noOfUnits > 0 && <AddToCart product={{ id, name }} />}
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...rows, ...attributeRows(products)].map(([name, cell]) => {
              const cells = products.map((one) => [one.id, cell(one)] as const)
              return (
                cells.some(([, value]) => Boolean(value)) && (
                  <CompareRow
                    key={name}
                    name={name}
                    cells={cells.map(([id, value]) => [id, value || none('Not stated')])}
                  />
                )
              )
            })}
            {pin !== null && (
              <CompareRow name={`Delivery to ${pin}`} cells={products.map((one) => [one.id, arrival(one)])} />
            )}
          </tbody>
        </table>
      </div>
      <div className="mt-4">
        <PinForm pin={pin} onPin={choose}>
          {pin === null && <span className="text-muted">See on which day each arrives.</span>}
        </PinForm>
      </div>
    </>
  )
}

function CompareRow({ name, cells }: { name: string; cells: readonly (readonly [string, ReactNode])[] }) {
  return (
    <>
      <tr>
        <th
          scope="rowgroup"
          colSpan={cells.length}
          className="border-t border-line px-3 pt-3 text-sm font-semibold text-muted sm:px-4"
        >
          {/* It stays in sight while the products are scrolled sideways. */}
          <span className="sticky left-3 sm:left-4">{name}</span>
        </th>
      </tr>
      <tr className="align-top">
        {cells.map(([id, value]) => (
          <td key={id} dir="auto" className="px-3 pt-0.5 pb-3 wrap-anywhere sm:px-4">
            {value}
          </td>
        ))}
      </tr>
    </>
  )
}

function withoutProduct(ids: readonly string[], id: string): string {
  const [first = '', ...others] = ids.filter((one) => one !== id)
  // Nothing named would bring others back.
  return others.length > 0 ? paths.compare(first, ...others) : `${paths.compare(first)}?with=`
}
