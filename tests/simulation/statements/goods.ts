/** Models of the statements of carts, addresses, stock, people and rate limits. */
import { findAddress, findDefaultAddress } from '../../../server/people/addresses/queries.ts'
import { cartLines, deleteLinesOf } from '../../../server/buying/cart/queries.ts'
import {
  findChangedPrices,
  lockStock,
  markLowStock,
  returnUnits,
  takeUnits,
} from '../../../server/catalogue/products/stock-queries.ts'
import { findContactRow } from '../../../server/people/identity/queries.ts'
import { lockCustomer } from '../../../server/people/lock-customer.ts'
import { consumeLimit } from '../../../server/platform/rate-limit.ts'
import { model } from '../models.ts'
import type { Transaction } from '../store.ts'
import type { Tables } from '../tables.ts'

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

await model(
  (tx) => lockCustomer(tx, ''),
  async function lockCustomer(tx, [customerId]) {
    return (await tx.lock('customer', customerId)) ? [{}] : []
  },
)
/** Pieces in the customer's own open checkout: the view held_units. */
function ownHold(tx: Transaction, customerId: string, productId: string): number {
  const open = tx.rows('checkout').filter((row) => row.customerId === customerId && row.state === 'open')
  return tx
    .rows('checkoutLine')
    .filter((line) => line.productId === productId && open.some(({ id }) => id === line.checkoutId))
    .reduce((sum, { quantity }) => sum + quantity, 0)
}
await model(
  (tx) => cartLines(tx, ''),
  function cartLines(tx, [customerId]) {
    return tx
      .rows('cartLine')
      .filter((line) => line.customerId === customerId)
      .sort((a, b) => a.addedAt - b.addedAt || byId(a, b))
      .flatMap((line) => {
        const product = tx.get('product', line.productId)
        return product
          ? {
              id: line.id,
              productId: product.id,
              sellerId: product.sellerId,
              name: product.name,
              images: [`/media/p/${product.id}.webp`],
              pricePaise: product.pricePaise,
              units: product.units + ownHold(tx, customerId, product.id),
              quantity: line.quantity,
              onSale: true,
            }
          : []
      })
  },
)
await model(
  (tx) => deleteLinesOf(tx, '', []),
  async function deleteLinesOf(tx, [customerId, productIds]) {
    await tx.deleteWhere(
      'cartLine',
      (line) => line.customerId === customerId && productIds.includes(line.productId),
    )
    return []
  },
)
const toAddress = ({ id, street, isDefault }: Tables['address']) => ({
  id,
  street,
  city: 'Jaipur',
  state: 'Rajasthan',
  pinCode: '302001',
  isDefault,
})
await model(
  (tx) => findAddress(tx, '', ''),
  function findAddress(tx, [addressId, customerId]) {
    const row = tx.get('address', addressId)
    return row?.customerId === customerId ? [toAddress(row as Tables['address'])] : []
  },
)
await model(
  (tx) => findDefaultAddress(tx, ''),
  function findDefaultAddress(tx, [customerId]) {
    return tx
      .rows('address')
      .filter((row) => row.customerId === customerId && row.isDefault)
      .map(toAddress)
  },
)
await model(
  (tx) => lockStock(tx, []),
  async function lockStock(tx, [ids]) {
    const rows = await tx.lockWhere('product', (row) => ids.includes(row.id), byId)
    return rows.map(({ id, name, units }) => ({ id, name, units, onSale: true }))
  },
)
const quantityIn = (ids: string[], quantities: number[], id: string) => quantities[ids.indexOf(id)] ?? 0
await model(
  (tx) => takeUnits(tx, [], []),
  async function takeUnits(tx, [ids, quantities]) {
    const rows = await tx.updateWhere(
      'product',
      (row) => ids.includes(row.id) && row.units >= quantityIn(ids, quantities, row.id),
      (row) => ({ units: row.units - quantityIn(ids, quantities, row.id) }),
    )
    return rows.map(({ id }) => ({ id }))
  },
)
const lowStockBelow = 10
/** What the trigger product_stock_rose adds to a change of the units. */
const toldAfter = (row: Tables['product'], units: number) => row.lowStockTold && units < lowStockBelow
await model(
  (tx) => returnUnits(tx, [], []),
  async function returnUnits(tx, [ids, quantities]) {
    await tx.updateWhere(
      'product',
      (row) => ids.includes(row.id),
      (row) => {
        const units = row.units + quantityIn(ids, quantities, row.id)
        const withheld = Math.min(units, row.withheldUnits)
        return {
          units: units - withheld,
          withheldUnits: row.withheldUnits - withheld,
          lowStockTold: toldAfter(row, units - withheld),
        }
      },
    )
    return []
  },
)
await model(
  (tx) => markLowStock(tx, [], 0),
  async function markLowStock(tx, [ids, below]) {
    const isLow = (row: Tables['product']) => ids.includes(row.id) && row.units < below && !row.lowStockTold
    const low = await tx.lockWhere('product', isLow, byId)
    const rows = await tx.updateWhere(
      'product',
      (row) => low.some(({ id }) => id === row.id),
      () => ({ lowStockTold: true }),
    )
    return rows.map(({ sellerId, name, units }) => ({ sellerId, name, units }))
  },
)
await model(
  (tx) => findContactRow(tx, ''),
  function findContactRow(tx, [accountId]) {
    const person = tx.get('customer', accountId) ?? tx.get('seller', accountId)
    return person ? [{ email: person.email, name: person.name }] : []
  },
)
await model(
  (tx) => consumeLimit(tx, [{ key: '', max: 1, seconds: 0 }]),
  async function consumeLimit(tx, [keys, seconds]) {
    const rows = []
    for (const [index, key] of (keys as string[]).entries()) {
      const fresh = { id: key, windowEndsAt: tx.now + seconds[index] * 1_000, hits: 1 }
      if (await tx.insert('rateLimit', fresh)) {
        rows.push(fresh)
        continue
      }
      rows.push(
        ...(await tx.updateWhere(
          'rateLimit',
          (row) => row.id === key,
          (row) => (row.windowEndsAt <= tx.now ? fresh : { hits: row.hits + 1 }),
        )),
      )
    }
    return rows.map(({ id, hits, windowEndsAt }) => ({
      key: id,
      hits,
      waitSeconds: Math.ceil((windowEndsAt - tx.now) / 1_000),
    }))
  },
)
await model(
  (tx) => findChangedPrices(tx, []),
  function findChangedPrices(tx, [ids, prices]) {
    const found = ids.some((id: string, i: number) => {
      const product = tx.get('product', id)
      return product !== undefined && product.pricePaise !== prices[i]
    })
    return [{ found }]
  },
)
