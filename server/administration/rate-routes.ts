/** The endpoints of the dated rates. */
import { admin } from '../../contract/admin.ts'
import type { Fact } from '../../contract/approvals.ts'
import { formatRupees, paise } from '../../contract/money.ts'
import type { RateKind } from '../../contract/rates.ts'
import type { Registrar } from '../platform/http/register.ts'
import {
  addCommissionRule,
  addLevyRate,
  addShippingCharge,
  commissionRules,
  commissionSubject,
  levyRates,
  listCommissionRules,
  listLevyRates,
  listShippingCharges,
  shippingCharges,
} from '../money/sales/rates.ts'
import type { Tx } from '../platform/db/client.ts'
import type { CallFacts } from '../platform/second-person.ts'
import type { Shop } from '../platform/shop.ts'
import { endRate, inWords, newRateFacts, rateFacts, withdrawRate } from '../money/tax/dated-rates.ts'
import { addGstRate, gstRates, listGstRates } from '../money/tax/manage-gst-rates.ts'

/** `RateTable` of different subjects have no common type, so the calls are made here. */
const changes: Record<
  RateKind,
  {
    end: (shop: Shop, id: number, lastDay: string) => Promise<string>
    withdraw: (shop: Shop, id: number) => Promise<string>
    facts: (tx: Tx, id: number, asked?: readonly Fact[]) => Promise<CallFacts>
  }
> = {
  commission: {
    end: (shop, id, lastDay) => endRate(shop, commissionRules, id, lastDay),
    withdraw: (shop, id) => withdrawRate(shop, commissionRules, id),
    facts: (tx, id, asked) => rateFacts(tx, commissionRules, id, asked),
  },
  shipping: {
    end: (shop, id, lastDay) => endRate(shop, shippingCharges, id, lastDay),
    withdraw: (shop, id) => withdrawRate(shop, shippingCharges, id),
    facts: (tx, id, asked) => rateFacts(tx, shippingCharges, id, asked),
  },
  levies: {
    end: (shop, id, lastDay) => endRate(shop, levyRates, id, lastDay),
    withdraw: (shop, id) => withdrawRate(shop, levyRates, id),
    facts: (tx, id, asked) => rateFacts(tx, levyRates, id, asked),
  },
  gst: {
    end: (shop, id, lastDay) => endRate(shop, gstRates, id, lastDay),
    withdraw: (shop, id) => withdrawRate(shop, gstRates, id),
    facts: (tx, id, asked) => rateFacts(tx, gstRates, id, asked),
  },
}

export function rateRoutes(shop: Shop, route: Registrar): void {
  route(admin.commissionRules, ({ query }) => listCommissionRules(shop, query))
  route(admin.shippingCharges, ({ query }) => listShippingCharges(shop, query))
  route(admin.levyRates, ({ query }) => listLevyRates(shop, query))
  route(admin.gstRates, ({ query }) => listGstRates(shop, query))
  const first = (from: string) => ({ label: 'From', value: inWords(from) })
  const percent = (rate: number) => ({ label: 'Rate', value: `${rate} %` })
  route(
    admin.addCommissionRule,
    async ({ body }) => ({ msg: await addCommissionRule(shop, body) }),
    async (tx, { body }) => {
      const { subject, company, category } = await commissionSubject(tx, body)
      return newRateFacts(tx, commissionRules, subject, [
        { label: 'Sales of', value: company ?? category ?? 'all others' },
        percent(body.rate),
        first(body.from),
      ])
    },
  )
  route(
    admin.addShippingCharge,
    async ({ body }) => ({ msg: await addShippingCharge(shop, body) }),
    (tx, { body: { upToGrams, base, furtherKg, from } }) =>
      newRateFacts(tx, shippingCharges, { upToGrams: upToGrams ?? null }, [
        { label: 'Parcels', value: upToGrams === undefined ? 'all heavier ones' : `up to ${upToGrams} g` },
        { label: 'Charge', value: formatRupees(base) },
        { label: 'Further kilogram', value: formatRupees(furtherKg) },
        first(from),
      ]),
  )
  route(
    admin.addLevyRate,
    async ({ body }) => ({ msg: await addLevyRate(shop, body) }),
    (tx, { body: { levy, rate, from } }) =>
      newRateFacts(tx, levyRates, { levy }, [{ label: 'Levy', value: levy }, percent(rate), first(from)]),
  )
  route(
    admin.addGstRate,
    async ({ body }) => ({ msg: await addGstRate(shop, body) }),
    (tx, { body: { hsnPrefix, rate, valueUpTo, from } }) =>
      newRateFacts(
        tx,
        gstRates,
        { hsnPrefix, valueUpToPaise: valueUpTo === undefined ? null : paise(valueUpTo) },
        [
          { label: 'HSN codes', value: hsnPrefix === '' ? 'all others' : `${hsnPrefix}…` },
          {
            label: 'Pieces',
            value: valueUpTo === undefined ? 'of any value' : `up to ${formatRupees(valueUpTo)}`,
          },
          percent(rate),
          first(from),
        ],
      ),
  )
  route(
    admin.endRate,
    async ({ params: { kind, id }, body }) => ({ msg: await changes[kind].end(shop, id, body.lastDay) }),
    (tx, { params: { kind, id }, body }) =>
      changes[kind].facts(tx, id, [{ label: 'Last day', value: inWords(body.lastDay) }]),
  )
  route(
    admin.withdrawRate,
    async ({ params: { kind, id } }) => ({ msg: await changes[kind].withdraw(shop, id) }),
    (tx, { params: { kind, id } }) => changes[kind].facts(tx, id),
  )
}
