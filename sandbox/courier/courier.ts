/** The courier's operations on parcels: create order, assign AWB, print label, schedule pickup, move. */
import { randomBytes } from 'node:crypto'
import { type OrderForm, orderForm, placeForm, parseForm, Refusal } from './forms.ts'
import type { Ledger } from './ledger.ts'
import type { Webhooks } from './webhooks.ts'
import { COURIER_NAME, FINAL_CODES, type Parcel, pickupSlot, type Place, TRANSIT_CODES } from './parcel.ts'
import { readReturn } from './return-form.ts'
import { isServed } from './serviceability.ts'

const TICK_MS = 500

/** A parcel that was not created by API calls, for the demo shop; `place` and `order` are bodies of those calls. */
export type KnownParcel = {
  place: object
  order: object
  orderNumber: number
  shipmentId: number
  awb: string
  courierName: string
  history: { code: number; at: number }[]
  hasLabel: boolean
}

export class Courier {
  readonly ledger: Ledger
  readonly webhooks: Webhooks
  /** Number of calls that repeated an order or an AWB; tests assert that the shop never repeats one. */
  repeats = 0
  /** Milliseconds from one station to the next; null: parcels only move by hand. */
  #stepMs: number | null
  /** Milliseconds from the pickup's order to the first station: in this time a buyer can cancel. */
  #fetchMs: number
  readonly #timer: NodeJS.Timeout

  constructor(ledger: Ledger, webhooks: Webhooks, stepMs: number | null, fetchMs = stepMs ?? 0) {
    this.ledger = ledger
    this.webhooks = webhooks
    this.#stepMs = stepMs
    this.#fetchMs = fetchMs
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Takes effect at once; parcels wait for the whole new step, also those that are still to be fetched. */
  setPace(stepMs: number | null): void {
    this.#stepMs = stepMs
    this.#fetchMs = stepMs ?? 0
    for (const parcel of this.ledger.parcels.values())
      if (parcel.pickupAt !== null && !FINAL_CODES.has(parcel.code))
        this.#save({ ...parcel, nextMoveAt: this.#nextMove() })
  }

  addPlace(body: unknown) {
    const form = parseForm(placeForm, body)
    if (this.ledger.places.has(form.pickup_location))
      throw new Refusal(422, 'The given data was invalid.', {
        errors: { pickup_location: ['Address nick name already in use'] },
      })
    this.ledger.commit([{ table: 'place', row: { ...form, id: form.pickup_location } }])
    return form
  }

  /** An unknown pickup place is refused with status 200, as the real provider does. */
  createOrder(body: unknown): object {
    const form = parseForm(orderForm, body)
    const place = this.ledger.places.get(form.pickup_location)
    if (!place)
      return { message: 'Wrong Pickup location entered. Please choose one location from the data given' }
    const parcel = this.#take(form, place)
    return {
      order_id: parcel.orderNumber,
      shipment_id: parcel.shipmentId,
      status: 'NEW',
      status_code: 1,
      onboarding_completed_now: 0,
      awb_code: null,
      courier_company_id: null,
      courier_name: null,
    }
  }

  /** A return is a parcel that begins at the customer's; it has no pickup place that was registered before. */
  createReturn(body: unknown): object {
    const { form, place } = readReturn(body)
    const parcel = { ...this.#take(form, place), isReturn: true }
    this.#save(parcel)
    return {
      order_id: parcel.orderNumber,
      shipment_id: parcel.shipmentId,
      status: 'RETURN PENDING',
      status_code: 21,
      company_name: place.name,
    }
  }

  #take(form: OrderForm, place: Place): Parcel {
    if (this.ledger.parcels.has(form.order_id)) {
      this.repeats += 1
      throw new Refusal(422, 'The given data was invalid.', {
        errors: { order_id: ['The order id has already been taken.'] },
      })
    }
    const parcel: Parcel = {
      id: form.order_id,
      orderNumber: this.ledger.freeNumber('order'),
      shipmentId: this.ledger.freeNumber('shipment'),
      form,
      place,
      awb: null,
      courierName: null,
      code: 0,
      history: [],
      labelKey: null,
      pickupAt: null,
      createdAt: Date.now(),
      nextMoveAt: null,
    }
    this.#save(parcel)
    return parcel
  }

  /** Adds parcels that do not move by themselves. */
  remember(known: readonly KnownParcel[]): Parcel[] {
    const parcels = known.map(({ place, order, hasLabel, ...rest }): Parcel => {
      const form = parseForm(orderForm, order)
      const pickup = parseForm(placeForm, place)
      return {
        ...rest,
        id: form.order_id,
        form,
        place: { ...pickup, id: pickup.pickup_location },
        code: rest.history.at(-1)?.code ?? 0,
        labelKey: hasLabel ? newLabelKey() : null,
        pickupAt: rest.history.find(({ code }) => code === 3)?.at ?? null,
        createdAt: rest.history[0]?.at ?? Date.now(),
        nextMoveAt: null,
      }
    })
    this.ledger.commit(
      parcels.flatMap((parcel) => [
        { table: 'place' as const, row: parcel.place },
        { table: 'parcel' as const, row: parcel },
      ]),
    )
    return parcels
  }

  find(shipmentId: unknown): Parcel {
    const parcel = this.ledger.parcelOfShipment(Number(shipmentId))
    if (!parcel) throw new Refusal(404, 'Shipment not found.')
    return parcel
  }

  findOrder(orderNumber: unknown): Parcel {
    const parcel = [...this.ledger.parcels.values()].find((one) => one.orderNumber === Number(orderNumber))
    if (!parcel) throw new Refusal(404, 'Order not found.')
    return parcel
  }

  findAwb(awb: unknown): Parcel {
    const parcel = this.ledger.parcelWithAwb(String(awb))
    if (!parcel) throw new Refusal(404, 'AWB not found.')
    return parcel
  }

  /** Cancels the order with its shipment. The real provider, too, does so only until somebody has fetched the parcel. */
  cancel(parcel: Parcel): void {
    if (parcel.cancelled) throw new Refusal(400, 'Order is already cancelled.')
    if (parcel.code !== 8) this.cancelShipment(parcel)
    this.#save({ ...this.find(parcel.shipmentId), cancelled: true })
  }

  cancelShipment(parcel: Parcel): void {
    if (parcel.code === 8) throw new Refusal(400, 'Shipment is already cancelled.')
    if (parcel.code > 3) throw new Refusal(400, 'Cannot cancel: the shipment is picked up.')
    if (parcel.awb === null) return
    // Not awaited: the shop's response to the webhook must not delay the reply to its call.
    void this.#arrive(parcel, 8, null)
  }

  /** Returns null for an address without delivery. */
  assignAwb(shipmentId: unknown): Parcel | null {
    const parcel = this.#findLive(shipmentId)
    if (parcel.awb !== null) {
      this.repeats += 1
      throw new Refusal(400, 'AWB is already assigned.')
    }
    if (!isServed(parcel.form.billing_pincode)) return null
    const numbered = {
      ...parcel,
      awb: String(this.ledger.freeNumber('awb')),
      courierName: COURIER_NAME,
      code: 1,
      history: [{ code: 1, at: Date.now() }],
    }
    this.#save(numbered)
    return numbered
  }

  printLabel(shipmentId: unknown): Parcel {
    const parcel = this.#findLive(shipmentId)
    if (parcel.labelKey !== null || parcel.awb === null) return parcel
    const printed = { ...parcel, labelKey: newLabelKey() }
    this.#save(printed)
    return printed
  }

  /** A parcel is on one manifest. */
  manifest(parcels: readonly Parcel[]): void {
    if (parcels.some(({ isManifested }) => isManifested))
      throw new Refusal(400, 'Manifest already generated.')
    for (const parcel of parcels) this.#save({ ...parcel, isManifested: true })
  }

  orderPickup(shipmentId: unknown): Parcel {
    const parcel = this.#findLive(shipmentId)
    if (parcel.awb === null) throw new Refusal(400, 'AWB is not assigned.')
    if (parcel.pickupAt !== null) throw new Refusal(400, 'Already in Pickup Queue.')
    const ordered = { ...parcel, pickupAt: pickupSlot(Date.now()), nextMoveAt: this.#nextMove(this.#fetchMs) }
    this.#save(ordered)
    return ordered
  }

  /** Moves a parcel by hand; afterwards it does not move by itself. */
  async move(parcel: Parcel, code: number): Promise<void> {
    await this.#arrive(parcel, code, null)
  }

  /** Gives the parcel to another carrier, with another AWB; the one before goes on naming it. */
  async reassign(parcel: Parcel): Promise<void> {
    const awb = String(this.ledger.freeNumber('awb'))
    await this.webhooks.publish({ ...parcel, awb, courierName: `${COURIER_NAME} Two` })
  }

  /** Weighs the parcel again: it is charged by this weight from now on. */
  weigh(parcel: Parcel, kg: number): void {
    this.#save({ ...parcel, weighed: { kg, at: Date.now() } })
  }

  #arrive(parcel: Parcel, code: number, nextMoveAt: number | null): Promise<void> {
    const history = [...parcel.history, { code, at: Date.now() }]
    return this.webhooks.publish({ ...parcel, code, history, nextMoveAt })
  }

  #tick(): void {
    const now = Date.now()
    for (const parcel of this.ledger.parcels.values()) {
      if (parcel.nextMoveAt === null || parcel.nextMoveAt > now) continue
      const code = TRANSIT_CODES[TRANSIT_CODES.indexOf(parcel.code) + 1]
      if (code !== undefined) void this.#arrive(parcel, code, FINAL_CODES.has(code) ? null : this.#nextMove())
    }
  }

  #findLive(shipmentId: unknown): Parcel {
    const parcel = this.find(shipmentId)
    if (parcel.cancelled || parcel.code === 8) throw new Refusal(400, 'The order is cancelled.')
    return parcel
  }

  #nextMove(waitMs = this.#stepMs): number | null {
    return this.#stepMs === null || waitMs === null ? null : Date.now() + waitMs
  }

  #save(parcel: Parcel): void {
    this.ledger.commit([{ table: 'parcel', row: parcel }])
  }
}

const newLabelKey = () => randomBytes(16).toString('base64url')
