/** A buyer changes where a parcel goes, or who receives it, until the courier is asked for it. */
import type { z } from 'zod'
import type { changeDeliveryBody } from '../../../contract/order.ts'
import { record } from '../../people/audit/record.ts'
import { findPlace } from '../../people/pins/find-place.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { estimateDelivery, findDeliveryProblem } from '../promise/estimate-delivery.ts'
import { renewPromises } from '../promise/promise-orders.ts'
import {
  findOrderGoods,
  hurryShipment,
  lockChangeableShipment,
  updateDelivery,
} from './change-delivery-queries.ts'
import { queueDeliveryChangedMail } from './mails.ts'
import { lockOwnOrder } from './refund-queries.ts'

const deliveryIsFixed =
  'The courier is booked for this parcel already, so its address cannot be changed any more. Our support can ask the courier.'
const otherState =
  'In another state this order would have another tax. Please choose an address in the same state, or cancel the order and buy it again.'

/** Where the parcel really goes: the state of a known pin code, whatever was typed beside it. */
const stateOf = ({ pinCode, state }: { pinCode: string; state: string }): string =>
  findPlace(pinCode)?.state ?? state

/**
 * All orders of the parcel get the new address and recipient, and a new promise, in one transaction that locks them and the
 * shipment: either the courier is asked with the new address, or the change is refused. Refuses: not-found for another customer's
 * order; conflict once the courier was asked, for another state, and for a pin code to which the courier does not deliver.
 */
export async function changeDelivery(
  shop: Shop,
  { customerId, orderId, ip }: { customerId: string; orderId: string; ip: string },
  { recipient, ...address }: z.output<typeof changeDeliveryBody>,
): Promise<void> {
  const { pinCode } = address
  const goods = await findOrderGoods(shop.db, customerId, orderId)
  // The answer is stored, so that the transaction waits for nobody.
  await estimateDelivery(shop, { pinCode, items: goods }, ip)
  await shop.db.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, { customerId }, orderId)
    if (!order) throw notFound('There is no such order of yours.')
    const shipment = await lockChangeableShipment(tx, orderId)
    if (!shipment) throw new Refusal('conflict', deliveryIsFixed)
    if (shipment.places.some((place) => stateOf(place) !== stateOf(address)))
      throw new Refusal('conflict', otherState, { fields: { state: otherState } })
    if (await findDeliveryProblem(tx, pinCode, goods)) {
      const words = `The courier does not deliver to ${pinCode}.`
      throw new Refusal('conflict', words, { fields: { pinCode: words } })
    }
    await updateDelivery(tx, shipment.orderIds, { ...address, recipient })
    await renewPromises(tx, shipment.orderIds)
    // A booking that has read the earlier address ends; the next one begins at once.
    await hurryShipment(tx, shipment.id)
    await queueDeliveryChangedMail(shop, tx, order, { ...address, recipient })
    await record(tx, 'order-delivery-changed', {
      target: { kind: 'order', id: orderId, name: order.number },
      note: `now ${address.city} ${pinCode}`,
    })
  })
}
