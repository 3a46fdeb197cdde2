/** The endpoints of the dated rates. */
import { admin } from '../../contract/admin.ts'
import type { Fact } from '../../contract/approvals.ts'
import { formatRupees } from '../../contract/money.ts'
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
import type { Shop } from '../platform/shop.ts'
import { endRate, inWords, rateFacts, withdrawRate } from '../money/tax/dated-rates.ts'
import { addGstRate, gstRates, listGstRates } from '../money/tax/manage-gst-rates.ts'

/** `RateTable` of different subjects have no common type, so the calls are made here. */
const changes: Record<
  RateKind,
  {
    end: (shop: Shop, id: number, lastDay: string) => Promise<string>
    withdraw: (shop: Shop, id: number) => Promise<string>
    facts: (shop: Shop, id: number) => Promise<Fact[]>
  }
> = {
  commission: {
    end: (shop, id, lastDay) => endRate(shop, commissionRules, id, lastDay),
    withdraw: (shop, id) => withdrawRate(shop, commissionRules, id),
    facts: (shop, id) => rateFacts(shop, commissionRules, id),
  },
  shipping: {
    end: (shop, id, lastDay) => endRate(shop, shippingCharges, id, lastDay),
    withdraw: (shop, id) => withdrawRate(shop, shippingCharges, id),
    facts: (shop, id) => rateFacts(shop, shippingCharges, id),
  },
  levies: {
    end: (shop, id, lastDay) => endRate(shop, levyRates, id, lastDay),
    withdraw: (shop, id) => withdrawRate(shop, levyRates, id),
    facts: (shop, id) => rateFacts(shop, levyRates, id),
  },
  gst: {
    end: (shop, id, lastDay) => endRate(shop, gstRates, id, lastDay),
    withdraw: (shop, id) => withdrawRate(shop, gstRates, id),
    facts: (shop, id) => rateFacts(shop, gstRates, id),
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
    async ({ body }) => [
      { label: 'Sales of', value: await commissionSubject(shop, body) },
      percent(body.rate),
      first(body.from),
    ],
  )
  route(
    admin.addShippingCharge,
    async ({ body }) => ({ msg: await addShippingCharge(shop, body) }),
    ({ body: { upToGrams, base, furtherKg, from } }) => [
      { label: 'Parcels', value: upToGrams === undefined ? 'all heavier ones' : `up to ${upToGrams} g` },
      { label: 'Charge', value: formatRupees(base) },
      { label: 'Further kilogram', value: formatRupees(furtherKg) },
      first(from),
    ],
  )
  route(
    admin.addLevyRate,
    async ({ body }) => ({ msg: await addLevyRate(shop, body) }),
    ({ body }) => [{ label: 'Levy', value: body.levy }, percent(body.rate), first(body.from)],
  )
  route(
    admin.addGstRate,
    async ({ body }) => ({ msg: await addGstRate(shop, body) }),
    ({ body: { hsnPrefix, rate, valueUpTo, from } }) => [
      { label: 'HSN codes', value: hsnPrefix === '' ? 'all others' : `${hsnPrefix}…` },
      {
        label: 'Pieces',
        value: valueUpTo === undefined ? 'of any value' : `up to ${formatRupees(valueUpTo)}`,
      },
      percent(rate),
      first(from),
    ],
  )
  route(
    admin.endRate,
    async ({ params: { kind, id }, body }) => ({ msg: await changes[kind].end(shop, id, body.lastDay) }),
    async ({ params: { kind, id }, body }) => [
      ...(await changes[kind].facts(shop, id)),
      { label: 'Last day', value: inWords(body.lastDay) },
    ],
  )
  route(
    admin.withdrawRate,
    async ({ params: { kind, id } }) => ({ msg: await changes[kind].withdraw(shop, id) }),
    ({ params: { kind, id } }) => changes[kind].facts(shop, id),
  )
}
