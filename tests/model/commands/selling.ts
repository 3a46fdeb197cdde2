/** Sellers, their products and their money. */
import fc from 'fast-check'
import { addDays, dayOf } from '../../../server/platform/calendar.ts'
import { sql } from '../../../server/platform/db/sql.ts'
import { logIn } from '../../setup/people.ts'
import { productInput, testPicture } from '../../setup/products.ts'
import { command, done, type ModelCommand, often, type Real } from '../command.ts'
import type { Model } from '../model.ts'
import { startPaise } from '../world.ts'
import { product } from './shopping.ts'

async function save({ world }: Real, what: number, more: object): Promise<boolean> {
  const { id, seller } = world.products[what]!
  const input = productInput(world.subcategory, [testPicture], { name: `Model ${what}`, ...more })
  return done(await world.sellers[seller]!.post(`/private/product/edit/${id}`, input))
}

const isListed = (model: Model, { what }: { what: number }): boolean =>
  !model.deleted.has(what) && !model.suspended.has(what % 2)

/** What the seller said last counts: all pieces that are not sold, those in unpaid checkouts included. */
export const setStock = command({
  name: 'SellerSetsStock',
  params: fc.record({ what: product, units: fc.constantFrom(0, 0, 1, 5) }),
  can: (model, given) => isListed(model, given),
  async run({ what, units }, model, real) {
    if (await save(real, what, { price: startPaise[what]! / 100, noOfUnits: units }))
      model.unsold[what] = units
  },
})

const setPrice = command({
  name: 'SellerSetsPrice',
  params: fc.record({ what: product, rupees: fc.constantFrom(1, 250, 1_999.5) }),
  can: (model, given) => isListed(model, given) && model.unsold[given.what]! >= 0,
  async run({ what, rupees }, model, real) {
    await save(real, what, { price: rupees, noOfUnits: model.unsold[what]! })
  },
})

/** A third off from now on, another sale, or none; less for each of two pieces or more, or not. */
const setSale = command({
  name: 'SellerSetsSale',
  params: fc.record({
    what: product,
    share: fc.constantFrom(0.67, 0.5, null),
    bulkShare: fc.constantFrom(0.41, null),
  }),
  can: (model, given) => isListed(model, given),
  async run({ what, share, bulkShare }, _, { world }) {
    const { id, seller } = world.products[what]!
    const { version, price } = (await world.sellers[seller]!.get(`/private/product/${id}/prices`)).body
    done(
      await world.sellers[seller]!.post(`/private/product/${id}/prices`, {
        version,
        salePrice: share === null ? null : Math.floor(price * share),
        saleBegins: null,
        saleEnds: new Date(Date.now() + 86_400_000).toISOString(),
        bulkPrices: bulkShare === null ? [] : [{ from: 2, price: Math.round(price * bulkShare * 100) / 100 }],
      }),
    )
  },
})

/** The sale ends, and neither job nor timer has written the price. */
const saleEnds = command({
  name: 'SaleEnds',
  params: fc.record({ what: product }),
  async run({ what }, _, { world }) {
    const { id } = world.products[what]!
    await world.shop.db.query(sql`
      update product set sale_begins_at = least(sale_begins_at, now() - interval '1 second'), sale_ends_at = now()
      where id = ${id} and sale_paise is not null`)
  },
})

const deleteProduct = command({
  name: 'SellerDeletesProduct',
  params: fc.record({ what: product }),
  can: isListed,
  async run({ what }, model, { world }) {
    const { id, seller } = world.products[what]!
    if (done(await world.sellers[seller]!.delete(`/private/product/delete/${id}`))) model.deleted.add(what)
  },
})

const suspendSeller = command({
  name: 'SuspendSeller',
  params: fc.record({ who: fc.constantFrom(0, 1) }),
  can: (model) => model.attempts.length > 0,
  async run({ who }, model, { world }) {
    const seller = world.sellers[who]!
    const word = model.suspended.has(who) ? 'reinstate' : 'suspend'
    if (
      !done(await world.admin.post(`/public/admin/accounts/${seller.id}/${word}`, { reason: 'A complaint.' }))
    )
      return
    if (word === 'suspend') model.suspended.add(who)
    else {
      model.suspended.delete(who)
      await logIn(seller, seller.email)
    }
  },
})

const settle = command({
  name: 'SettleSellers',
  params: fc.constant({}),
  can: (model) => model.orders.length > 0,
  async run(_, __, { world }) {
    done(await world.admin.post('/public/admin/settlement-runs', { upTo: addDays(dayOf(new Date()), -1) }))
  },
})

const payOut = command({
  name: 'PayOut',
  params: fc.record({ word: fc.constantFrom('paid', 'failed', 'again') }),
  can: (model) => model.orders.length > 0,
  async run({ word }, _, { world }) {
    const [payout] = (await world.admin.get('/public/admin/payouts')).body as { id: string }[]
    if (!payout) return
    const body = {
      paid: { utr: `MODEL${String(world.count()).padStart(11, '0')}` },
      failed: { note: 'The account is closed.' },
      again: { method: 'bank' },
    }
    done(await world.admin.post(`/public/admin/payouts/${payout.id}/${word}`, body[word]))
  },
})

export const sellingCommands: fc.Arbitrary<ModelCommand>[] = [
  ...often(4, setStock),
  setPrice,
  ...often(2, setSale),
  saleEnds,
  deleteProduct,
  suspendSeller,
  settle,
  payOut,
]
