/** What differs between the three kinds of shipments: what a booking, a failure and a word of the courier mean for their owners. */
import type { Tx } from '../../platform/db/client.ts'
import type { Shop } from '../../platform/shop.ts'
import type { ShipmentStatus } from '../../../contract/shipment.ts'
import type { Shipment, ShipmentKind } from './queries.ts'

/** A word of the courier. `state` is that of the shipment afterwards. */
export interface Word {
  code: number
  at: Date
  state: ShipmentStatus | null
  /** Heard for the first time. */
  isNew: boolean
  /** New, neither late nor against what was told before: the shipment has it as its last word. */
  counts: boolean
}

export interface Kind {
  /** In the transaction that ends the booking. The orders are locked. */
  booked(shop: Shop, tx: Tx, shipment: Shipment): Promise<void>
  /** The goods must not be sent (`orders/send-goods.ts`). */
  notSent(shop: Shop, shipment: Shipment, why: 'disputed' | 'unpaid'): Promise<void>
  /** A booking failed. Returns in how many seconds it is tried again, null: never. Throws the error where it is not the courier's. */
  failed(shop: Shop, shipment: Shipment, error: unknown): Promise<number | null>
  /** A word of the courier. `shipment` is as it was before it. The orders are locked. */
  moved(shop: Shop, tx: Tx, shipment: Shipment, word: Word): Promise<void>
  /** Asked before each look at a booked shipment: false ends the look. */
  isNeeded?(shop: Shop, shipment: Shipment): Promise<boolean>
  /** In how many seconds a shipment that is under way is asked about again, null: never. */
  nextLook(shop: Shop, shipment: Shipment): Promise<number | null>
  /** The courier does not cancel a withdrawn shipment, or does not answer for long. The orders are locked. */
  notCancelled(shop: Shop, tx: Tx, shipment: Shipment): Promise<void>
  /** The courier has cancelled it, or never had it. */
  cancelled(shop: Shop, tx: Tx, shipment: Shipment): Promise<void>
}

export type Kinds = Record<ShipmentKind, Kind>
