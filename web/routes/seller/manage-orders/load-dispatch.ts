import { type DispatchShipment, type DispatchTab, dispatchTabs } from '../../../../contract/dispatch.ts'
import type { Reply } from '../../../../contract/endpoint.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { call, callPage, type ListPage } from '../../../api/client.ts'
import { type Loaded, loadOrEmpty } from '../../../api/load-or-empty.ts'
import { fromCursor, noRows } from '../../../lists/from-cursor.ts'

export type DispatchCounts = Reply<typeof privateApi.dispatch.counts>

/** The tab of shipments that the address names; undefined for one of orders. */
export function readDispatchTab(address: string): DispatchTab | undefined {
  const asked = new URLSearchParams(address).get('tab')
  return dispatchTabs.find((tab) => tab === asked)
}

/** As many as are packed with one press. */
export const shipmentPage = (
  tab: DispatchTab,
  cursor: string | undefined,
): Promise<ListPage<DispatchShipment>> =>
  callPage(privateApi.dispatch.list, { query: { tab, limit: limits.dispatchMax, cursor } })

export const loadShipments = (
  request: Request,
  tab: DispatchTab,
): Promise<Loaded<ListPage<DispatchShipment>>> =>
  loadOrEmpty(() => fromCursor(request, (cursor) => shipmentPage(tab, cursor)), noRows)

/** Null where they cannot be read: the tabs stand without numbers then. */
export const loadCounts = async (): Promise<DispatchCounts | null> =>
  (await loadOrEmpty<DispatchCounts | null>(() => call(privateApi.dispatch.counts), null)).value
