/** For loaders of lists that are narrowed to a day of delivery. */
import type { ListedProduct } from '../../../../contract/product.ts'
import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import type { ApiClient, ListPage } from '../../../api/client.ts'
import type { ListQuery, ListState } from './list-address.ts'

const waitMs = 1_000
/** So many lists wait for the courier at once: each of them has a slot of the pages. */
const waitingMax = 4
let waiting = 0

/**
 * Has the courier asked about the first products of the list as it is without the day, before it is narrowed by what is known.
 * What the courier tells later, or in answer to more questions than one call may ask, is known to the next visit. The result says
 * by which day the first of those products arrives that arrive too late.
 */
export async function askCourier(
  shop: ApiClient,
  list: ListState,
  load: (query: ListQuery) => Promise<ListPage<ListedProduct>>,
): Promise<ListState> {
  const { pin, arrivesBy, ...others } = list.query
  if (!pin || !arrivesBy || waiting >= waitingMax) return list
  waiting += 1
  try {
    const { items } = await load(others)
    const ids = items.slice(0, limits.estimatesMax).map(({ id }) => id)
    if (ids.length === 0) return list
    const estimates = await Promise.race([
      shop.call(api.delivery.ofProducts, { params: { pinCode: pin }, query: { ids: ids.join() } }),
      new Promise<[]>((resolve) => setTimeout(() => resolve([]), waitMs)),
    ])
    const [nextDay] = estimates.flatMap(({ by }) => (by && by > arrivesBy ? [by] : [])).toSorted()
    return { ...list, nextDay }
  } catch (error) {
    // The list says that days are missing.
    console.info('The courier could not be asked.', error)
    return list
  } finally {
    waiting -= 1
  }
}
