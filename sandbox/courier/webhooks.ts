/** Delivers the courier's tracking webhooks: with the shared token, at least once, with retries until the shop replies 2xx. */
import { randomUUID } from 'node:crypto'
import type { Change, Ledger, Webhook } from './ledger.ts'
import {
  ACTIVITIES,
  indianTime,
  webhookTime,
  ORDER_STATUS_CODES,
  type Parcel,
  STATUS_NAMES,
} from './parcel.ts'

/** A storm delivers each event `repeat` times, at random moments within `ms`, and once with a wrong token by the chance `forged`. */
export type DeliveryMode =
  | { mode: 'normal' | 'off' | 'duplicate' }
  | { mode: 'late'; ms: number }
  | { mode: 'storm'; repeat: number; ms: number; forged: number }

const ANSWER_WITHIN_MS = 5_000
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1_000

export class Webhooks {
  mode: DeliveryMode = { mode: 'normal' }
  readonly #ledger: Ledger
  readonly #url: string
  readonly #retryMs: readonly number[]
  readonly #random: () => number
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #stopped = new AbortController()

  constructor(ledger: Ledger, url: string, retryMs: readonly number[], random: () => number) {
    this.#ledger = ledger
    this.#url = url
    this.#retryMs = retryMs
    this.#random = random
    for (const webhook of ledger.webhooks.values())
      if (webhook.state === 'pending') this.#schedule(webhook, webhook.notBefore - Date.now())
  }

  /** The proof of a delivery: the tracking page stands for the picture that a courier takes. */
  proofOf({ awb, history }: Parcel): string | null {
    return history.some(({ code }) => code === 7) ? new URL(`/dev/tracking/${awb}`, this.#url).href : null
  }

  /** Stores the moved parcel and its webhook atomically. Resolves after the first delivery attempt. */
  async publish(parcel: Parcel): Promise<void> {
    const { mode } = this
    const delay = mode.mode === 'late' ? mode.ms : 0
    const webhook: Webhook = {
      id: randomUUID(),
      orderId: parcel.id,
      body: JSON.stringify(bodyOf(parcel, this.proofOf(parcel))),
      state: mode.mode === 'off' ? 'dropped' : 'pending',
      wanted: mode.mode === 'duplicate' ? 2 : 1,
      attempts: 0,
      createdAt: Date.now(),
      notBefore: Date.now() + delay,
    }
    const copies = mode.mode === 'storm' ? this.#copies(webhook, mode) : [webhook]
    this.#ledger.commit([
      { table: 'parcel', row: parcel },
      ...copies.map((row): Change => ({ table: 'notice', row })),
    ])
    if (mode.mode === 'storm') {
      for (const copy of copies) this.#schedule(copy, copy.notBefore - Date.now())
      return
    }
    if (webhook.state === 'dropped') return
    if (delay > 0) this.#schedule(webhook, delay)
    else await this.#deliver(webhook)
  }

  /** Stops deliveries; pending webhooks stay in the ledger and are delivered after the next start. */
  stop(): void {
    this.#stopped.abort()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #copies(
    webhook: Webhook,
    { repeat, ms, forged }: { repeat: number; ms: number; forged: number },
  ): Webhook[] {
    const copy = (): Webhook => ({
      ...webhook,
      id: randomUUID(),
      notBefore: webhook.createdAt + Math.floor(this.#random() * ms),
    })
    const copies = Array.from({ length: repeat }, copy)
    return this.#random() < forged ? [...copies, { ...copy(), isForged: true }] : copies
  }

  #schedule(webhook: Webhook, ms: number): void {
    if (this.#stopped.signal.aborted) return
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        void this.#deliver(webhook)
      },
      Math.max(ms, 0),
    )
    this.#timers.add(timer)
  }

  async #deliver(webhook: Webhook): Promise<void> {
    const copies = Array.from({ length: webhook.wanted }, () => this.#post(webhook))
    const wanted = (await Promise.all(copies)).filter((arrived) => !arrived).length
    if (this.#stopped.signal.aborted) return
    const tried = { ...webhook, wanted, attempts: webhook.attempts + 1 }
    // Nobody repeats a forged webhook.
    const over = webhook.isForged === true || Date.now() - webhook.createdAt > GIVE_UP_AFTER_MS
    if (wanted === 0 || over) {
      this.#ledger.commit([
        { table: 'notice', row: { ...tried, body: '', state: wanted === 0 ? 'delivered' : 'gave-up' } },
      ])
      return
    }
    this.#ledger.webhooks.set(tried.id, tried)
    this.#schedule(tried, this.#retryMs[webhook.attempts] ?? this.#retryMs.at(-1) ?? 1_000)
  }

  async #post({ body, isForged }: Webhook): Promise<boolean> {
    const token = isForged ? randomUUID() : this.#ledger.keys.webhookToken
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': token },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }
}

function bodyOf(parcel: Parcel, proof: string | null): object {
  const words = STATUS_NAMES[parcel.code] ?? `Status ${parcel.code}`
  const last = parcel.history.at(-1)?.at ?? parcel.createdAt
  return {
    awb: parcel.awb,
    courier_name: parcel.courierName,
    current_status: words.toUpperCase(),
    current_status_id: ORDER_STATUS_CODES[parcel.code] ?? 20,
    shipment_status: words.toUpperCase(),
    shipment_status_id: parcel.code,
    current_timestamp: webhookTime(last),
    order_id: parcel.id,
    sr_order_id: parcel.orderNumber,
    awb_assigned_date: indianTime(parcel.history[0]?.at ?? parcel.createdAt),
    pickup_scheduled_date: parcel.pickupAt === null ? null : indianTime(parcel.pickupAt),
    etd: indianTime(parcel.createdAt + 4 * 86_400_000),
    scans: scansOf(parcel),
    is_return: parcel.isReturn ? 1 : 0,
    channel_id: 1,
    pod_status: proof === null ? 'POD Not Available' : 'POD Available',
    pod: proof ?? 'Not Available',
  }
}

export function scansOf(parcel: Parcel): object[] {
  return parcel.history.map(({ code, at }) => ({
    date: indianTime(at),
    status: `SBX-${code}`,
    activity: ACTIVITIES[code] ?? STATUS_NAMES[code] ?? `Status ${code}`,
    location: parcel.form.billing_city,
    'sr-status': String(code),
    'sr-status-label': (STATUS_NAMES[code] ?? `Status ${code}`).toUpperCase(),
  }))
}
