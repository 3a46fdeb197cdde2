/** What the courier does with parcels: takes them once, numbers them, prints, fetches and moves them. */
import { randomBytes } from 'node:crypto'
import { orderForm, placeForm, read, Refusal } from './forms.ts'
import type { Ledger } from './ledger.ts'
import type { Notices } from './notices.ts'
import { COURIER_NAME, ENDS, type Parcel, WAY } from './parcel.ts'

const TICK_MS = 500

/** A parcel that was never sent to us; place and order as the calls would have brought them. */
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
  readonly notices: Notices
  /** How often somebody asked for an order or a number that was there already: a careful shop never does. */
  repeats = 0
  /** Milliseconds from one station to the next; null: parcels only move by hand. */
  #stepMs: number | null
  readonly #timer: NodeJS.Timeout

  constructor(ledger: Ledger, notices: Notices, stepMs: number | null) {
    this.ledger = ledger
    this.notices = notices
    this.#stepMs = stepMs
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** From now on; parcels under way begin to wait anew. */
  setPace(stepMs: number | null): void {
    this.#stepMs = stepMs
    for (const parcel of this.ledger.parcels.values())
      if (parcel.pickupAt !== null && !ENDS.has(parcel.code))
        this.#save({ ...parcel, nextMoveAt: this.#nextMove() })
  }

  addPlace(body: unknown) {
    const form = read(placeForm, body)
    if (this.ledger.places.has(form.pickup_location))
      throw new Refusal(422, 'The given data was invalid.', {
        errors: { pickup_location: ['Address nick name already in use'] },
      })
    this.ledger.commit([{ table: 'place', row: { ...form, id: form.pickup_location } }])
    return form
  }

  /** An unknown pickup place is refused inside an answer that calls itself a success, as the provider does. */
  takeOrder(body: unknown): object {
    const form = read(orderForm, body)
    const place = this.ledger.places.get(form.pickup_location)
    if (!place)
      return { message: 'Wrong Pickup location entered. Please choose one location from the data given' }
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

  /** They stand still until somebody moves them by hand. */
  remember(known: readonly KnownParcel[]): Parcel[] {
    const parcels = known.map(({ place, order, hasLabel, ...rest }): Parcel => {
      const form = read(orderForm, order)
      const pickup = read(placeForm, place)
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

  /** Answers null where nobody delivers to: pin codes that begin with 99 are given to no place in India. */
  assignAwb(shipmentId: unknown): Parcel | null {
    const parcel = this.find(shipmentId)
    if (parcel.awb !== null) {
      this.repeats += 1
      throw new Refusal(400, 'AWB is already assigned.')
    }
    if (parcel.form.billing_pincode.startsWith('99')) return null
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
    const parcel = this.find(shipmentId)
    if (parcel.labelKey !== null || parcel.awb === null) return parcel
    const printed = { ...parcel, labelKey: newLabelKey() }
    this.#save(printed)
    return printed
  }

  orderPickup(shipmentId: unknown): Parcel {
    const parcel = this.find(shipmentId)
    if (parcel.awb === null) throw new Refusal(400, 'AWB is not assigned.')
    if (parcel.pickupAt !== null) throw new Refusal(400, 'Already in Pickup Queue.')
    const ordered = { ...parcel, pickupAt: Date.now(), nextMoveAt: this.#nextMove() }
    this.#save(ordered)
    return ordered
  }

  /** By hand: from then on the parcel stands still until it is moved again. */
  async move(parcel: Parcel, code: number): Promise<void> {
    await this.#arrive(parcel, code, null)
  }

  #arrive(parcel: Parcel, code: number, nextMoveAt: number | null): Promise<void> {
    const history = [...parcel.history, { code, at: Date.now() }]
    return this.notices.publish({ ...parcel, code, history, nextMoveAt })
  }

  #tick(): void {
    const now = Date.now()
    for (const parcel of this.ledger.parcels.values()) {
      if (parcel.nextMoveAt === null || parcel.nextMoveAt > now) continue
      const code = WAY[WAY.indexOf(parcel.code) + 1]
      if (code !== undefined) void this.#arrive(parcel, code, ENDS.has(code) ? null : this.#nextMove())
    }
  }

  #nextMove(): number | null {
    return this.#stepMs === null ? null : Date.now() + this.#stepMs
  }

  #save(parcel: Parcel): void {
    this.ledger.commit([{ table: 'parcel', row: parcel }])
  }
}

const newLabelKey = () => randomBytes(16).toString('base64url')
