/** The endpoints of the dated rates. Changes require a recent login. */
import { admin } from '../../contract/admin.ts'
import type { RateKind } from '../../contract/rates.ts'
import { accountOf } from '../platform/http/request-context.ts'
import type { Registrar } from '../platform/http/register.ts'
import { requireRecentLogin } from '../people/identity/confirm-login.ts'
import {
  addCommissionRule,
  addLevyRate,
  addShippingCharge,
  commissionRules,
  levyRates,
  listCommissionRules,
  listLevyRates,
  listShippingCharges,
  shippingCharges,
} from '../money/sales/rates.ts'
import type { Shop } from '../platform/shop.ts'
import { endRate, withdrawRate } from '../money/tax/dated-rates.ts'
import { addGstRate, gstRates, listGstRates } from '../money/tax/manage-gst-rates.ts'

/** `RateTable` of different subjects have no common type, so the calls are made here. */
const changes: Record<
  RateKind,
  {
    end: (shop: Shop, id: number, lastDay: string) => Promise<string>
    withdraw: (shop: Shop, id: number) => Promise<string>
  }
> = {
  commission: {
    end: (shop, id, lastDay) => endRate(shop, commissionRules, id, lastDay),
    withdraw: (shop, id) => withdrawRate(shop, commissionRules, id),
  },
  shipping: {
    end: (shop, id, lastDay) => endRate(shop, shippingCharges, id, lastDay),
    withdraw: (shop, id) => withdrawRate(shop, shippingCharges, id),
  },
  levies: {
    end: (shop, id, lastDay) => endRate(shop, levyRates, id, lastDay),
    withdraw: (shop, id) => withdrawRate(shop, levyRates, id),
  },
  gst: {
    end: (shop, id, lastDay) => endRate(shop, gstRates, id, lastDay),
    withdraw: (shop, id) => withdrawRate(shop, gstRates, id),
  },
}

export function rateRoutes(shop: Shop, route: Registrar): void {
  route(admin.commissionRules, ({ query }) => listCommissionRules(shop, query))
  route(admin.shippingCharges, ({ query }) => listShippingCharges(shop, query))
  route(admin.levyRates, ({ query }) => listLevyRates(shop, query))
  route(admin.gstRates, ({ query }) => listGstRates(shop, query))
  route(admin.addCommissionRule, async (context) => {
    requireRecentLogin(accountOf(context))
    return { msg: await addCommissionRule(shop, context.body) }
  })
  route(admin.addShippingCharge, async (context) => {
    requireRecentLogin(accountOf(context))
    return { msg: await addShippingCharge(shop, context.body) }
  })
  route(admin.addLevyRate, async (context) => {
    requireRecentLogin(accountOf(context))
    return { msg: await addLevyRate(shop, context.body) }
  })
  route(admin.addGstRate, async (context) => {
    requireRecentLogin(accountOf(context))
    return { msg: await addGstRate(shop, context.body) }
  })
  route(admin.endRate, async (context) => {
    requireRecentLogin(accountOf(context))
    const { kind, id } = context.params
    return { msg: await changes[kind].end(shop, id, context.body.lastDay) }
  })
  route(admin.withdrawRate, async (context) => {
    requireRecentLogin(accountOf(context))
    const { kind, id } = context.params
    return { msg: await changes[kind].withdraw(shop, id) }
  })
}
