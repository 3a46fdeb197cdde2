import { api } from '../../../contract/endpoints.ts'
import type { Registrar } from '../../platform/http/register.ts'
import { sellerOf } from '../../platform/http/request-context.ts'
import type { Shop } from '../../platform/shop.ts'
import { setHoliday, showHoliday } from './holidays.ts'

/** Connects the calls of a seller's holiday. */
export function holidayRoutes(shop: Shop, route: Registrar): void {
  route(api.holiday.get, (context) => showHoliday(shop, sellerOf(context)))
  route(api.holiday.set, async (context) => {
    const { lastDay } = context.body
    await setHoliday(shop, sellerOf(context), lastDay)
    return {
      msg: lastDay === null ? 'Welcome back. Your products can be bought.' : 'Your shop is on holiday.',
    }
  })
}
