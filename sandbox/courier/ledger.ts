/** The state of the courier's stand-in, in memory and in its journal. Each change is one line, so it is atomic. */
import { randomBytes, randomInt } from 'node:crypto'
import { Journal } from '../journal.ts'
import type { Parcel, Place } from './parcel.ts'

export type Keys = { email: string; password: string; webhookToken: string }

export type Webhook = {
  id: string
  orderId: string
  body: string
  state: 'pending' | 'delivered' | 'dropped' | 'gave-up'
  /** Successful deliveries still to be made; 2 at first for a duplicate. */
  wanted: number
  attempts: number
  createdAt: number
  notBefore: number
  isForged?: boolean
}

/** `notice` is the name of webhooks in journals; it must stay, because existing journals use it. */
type Tables = { keys: Keys & { id: string }; place: Place; parcel: Parcel; notice: Webhook }
export type Change = { [Name in keyof Tables]: { table: Name; row: Tables[Name] } }[keyof Tables]

const FINISHED_WEBHOOKS_KEPT = 2_000

export class Ledger {
  readonly keys: Keys
  readonly places = new Map<string, Place>()
  /** By the merchant's order id. */
  readonly parcels = new Map<string, Parcel>()
  readonly webhooks = new Map<string, Webhook>()
  readonly #byShipment = new Map<number, string>()
  readonly #byAwb = new Map<string, string>()
  readonly #journal: Journal<Change[]>

  constructor(file: string) {
    this.#journal = new Journal(file)
    let keys: Keys | undefined
    for (const change of this.#journal.read().flat()) {
      if (change.table === 'keys') keys = change.row
      else this.#apply(change)
    }
    this.keys = keys ?? {
      email: 'courier-api@sandbox.hariyali.test',
      password: randomBytes(18).toString('base64url'),
      webhookToken: randomBytes(24).toString('base64url'),
    }
    this.#forgetFinished()
    this.#journal.rewrite([
      [{ table: 'keys', row: { id: 'keys', ...this.keys } }],
      ...[...this.places.values()].map((row): Change[] => [{ table: 'place', row }]),
      ...[...this.parcels.values()].map((row): Change[] => [{ table: 'parcel', row }]),
      ...[...this.webhooks.values()].map((row): Change[] => [{ table: 'notice', row }]),
    ])
  }

  /** Writes the rows to the journal and then applies them in memory. A row replaces the row with the same id. */
  commit(changes: Change[]): void {
    this.#journal.append(changes)
    for (const change of changes) this.#apply(change)
    if (this.webhooks.size > FINISHED_WEBHOOKS_KEPT * 2) this.#forgetFinished()
  }

  parcelOfShipment(shipmentId: number): Parcel | undefined {
    return this.parcels.get(this.#byShipment.get(shipmentId) ?? '')
  }

  parcelWithAwb(awb: string): Parcel | undefined {
    return this.parcels.get(this.#byAwb.get(awb) ?? '')
  }

  /** A random unused number with as many digits as the real ones. */
  freeNumber(kind: 'order' | 'shipment' | 'awb'): number {
    for (;;) {
      const number = kind === 'awb' ? randomInt(1e11, 2 ** 48 - 1) : randomInt(1e8, 1e9)
      if (!this.#byShipment.has(number) && !this.#byAwb.has(String(number))) return number
    }
  }

  #apply(change: Change): void {
    switch (change.table) {
      case 'keys':
        return
      case 'place':
        this.places.set(change.row.id, change.row)
        return
      case 'parcel':
        this.parcels.set(change.row.id, change.row)
        this.#byShipment.set(change.row.shipmentId, change.row.id)
        if (change.row.awb !== null) this.#byAwb.set(change.row.awb, change.row.id)
        return
      case 'notice':
        this.webhooks.set(change.row.id, change.row)
    }
  }

  #forgetFinished(): void {
    const finished = [...this.webhooks.values()].filter((webhook) => webhook.state !== 'pending')
    for (const webhook of finished.slice(0, -FINISHED_WEBHOOKS_KEPT)) this.webhooks.delete(webhook.id)
  }
}
