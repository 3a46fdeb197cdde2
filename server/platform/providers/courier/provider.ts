/**
 * The interface to a courier. Weights are grams, lengths centimetres, money paise; the adapter converts to the courier's units.
 */

/** Where a seller's parcels are fetched. */
export interface PickupPlace {
  /** At most 36 characters; the same name always means the same place. */
  name: string
  contact: string
  email: string
  mobile: string
  street: string
  city: string
  state: string
  pinCode: string
}

export interface ParcelToSend {
  /** Our name of the shipment: the courier takes it once and never again. */
  reference: string
  orderedAt: Date
  pickup: string
  to: {
    firstName: string
    lastName: string
    email: string
    mobile: string
    street: string
    city: string
    state: string
    pinCode: string
  }
  /** Further orders in it, in words for people. */
  comment: string
  /** At least one. */
  items: readonly { name: string; sku: string; quantity: number; amountPaise: number }[]
  weightGrams: number
  lengthCm: number
  widthCm: number
  heightCm: number
}

/** Goods that the courier fetches from the buyer and brings to the seller. */
export interface ReturnToFetch extends Omit<ParcelToSend, 'pickup' | 'to'> {
  from: ParcelToSend['to']
  /** Where the goods go: a seller's place. */
  to: PickupPlace
}

/** The courier's data of an order of ours. */
export interface BookedParcel {
  courierOrderId: string
  shipmentId: string
}
export interface Airwaybill {
  awbNumber: string
  courierName: string
}

/** From pin code to pin code. */
export interface CourierRoute {
  fromPin: string
  toPin: string
  weightGrams: number
}

/** One tracking event of a parcel, in the courier's own code (providers.md §2.4, shipment table). */
export interface TrackingEvent {
  code: number
  words: string
  at: Date
  /** Where the scan was made; null or absent where the courier does not say. */
  place?: string | null
}

export interface Tracked {
  events: TrackingEvent[]
  /** The address of the courier's proof of delivery; null where it has none. */
  proofUrl: string | null
  airwaybill: Airwaybill | null
  /** What the courier weighed and charges for; null where it does not say. */
  weightGrams: number | null
}

/** A webhook names a shipment by our reference, by the courier's own number of it, by an air waybill, or by several of these. */
export interface CourierWebhook {
  reference: string | undefined
  courierOrderId: string | undefined
  awbNumber: string | undefined
  courierName: string | undefined
  events: TrackingEvent[]
  /** As that of `Tracked`. */
  proofUrl?: string | null
}

/** The courier did not respond, or its response tells neither success nor refusal. The request may have had an effect. */
export class CourierUnavailable extends Error {}
/** The courier refused: for good, or, inside a response that reports success, only for now. */
export class CourierRefused extends Error {
  readonly final: boolean
  constructor(message: string, final: boolean) {
    super(message)
    this.final = final
  }
}

export interface Courier {
  /** How many days a parcel is on its way; null where the courier says that it does not deliver there. */
  transitDays(route: CourierRoute): Promise<number | null>
  /** Makes the place known under its name; a repetition changes nothing. */
  registerPickup(place: PickupPlace): Promise<void>
  /** The results of an earlier try, or null. */
  findParcel(reference: string): Promise<(BookedParcel & { airwaybill: Airwaybill | null }) | null>
  createParcel(parcel: ParcelToSend): Promise<BookedParcel>
  /** `findParcel` finds it by its `reference`, which is that of the return and not of the order. */
  createReturn(parcel: ReturnToFetch): Promise<BookedParcel>
  /** The same as assignAirwaybill for the shipment of a return. */
  assignReturnAirwaybill(shipmentId: string): Promise<Airwaybill>
  /** From this call on the parcel is charged. */
  assignAirwaybill(shipmentId: string): Promise<Airwaybill>
  /** The address of the label's PDF at the courier. */
  makeLabel(shipmentId: string): Promise<string>
  /** Requests a pickup; a repetition changes nothing. Returns the day, YYYY-MM-DD, where the courier says it. */
  requestPickup(shipmentId: string): Promise<string | null>
  /** The address of one PDF that lists these shipments, for the driver who fetches them to sign. */
  makeManifest(shipmentIds: readonly string[]): Promise<string>
  /**
   * Cancels a parcel, whatever the progress of its booking; a repetition changes nothing. Returns false for a parcel that the
   * courier does not know. Refused once the parcel is fetched.
   */
  cancelParcel(reference: string): Promise<boolean>
  /** All known events of a parcel, oldest first; and its air waybill, which may be another one than before. */
  track(parcel: { shipmentId: string | null; awbNumber: string }): Promise<Tracked>
  /** The public tracking page of a parcel; null where the courier has no such page. */
  trackingUrl(awbNumber: string): string | null
  /** The bytes of the PDF of a label or a manifest. */
  readLabel(labelUrl: string): Promise<Uint8Array<ArrayBuffer>>
  /** The parsed webhook, or null when its token is wrong or its content is not understood. */
  parseWebhook(rawBody: Buffer, headers: Headers): CourierWebhook | null
}
