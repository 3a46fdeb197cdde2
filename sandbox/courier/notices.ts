/** Tells the shop where parcels are: with the shared token, at least once, until it answers 2xx. */
import { randomUUID } from 'node:crypto'
import type { Change, Ledger, Notice } from './ledger.ts'
import { indianTime, noticeTime, ORDER_TABLE, type Parcel, WORDS } from './parcel.ts'

export type Mode = { mode: 'normal' | 'off' | 'duplicate' } | { mode: 'late'; ms: number }

const ANSWER_WITHIN_MS = 5_000
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1_000

export class Notices {
  mode: Mode = { mode: 'normal' }
  readonly #ledger: Ledger
  readonly #url: string
  readonly #retryMs: readonly number[]
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #stopped = new AbortController()

  constructor(ledger: Ledger, url: string, retryMs: readonly number[]) {
    this.#ledger = ledger
    this.#url = url
    this.#retryMs = retryMs
    for (const notice of ledger.notices.values())
      if (notice.state === 'pending') this.#schedule(notice, notice.notBefore - Date.now())
  }

  /** Writes the moved parcel and its notice in one step. The answer comes when the shop was told once, or could not be. */
  async publish(parcel: Parcel): Promise<void> {
    const { mode } = this
    const delay = mode.mode === 'late' ? mode.ms : 0
    const notice: Notice = {
      id: randomUUID(),
      orderId: parcel.id,
      body: JSON.stringify(bodyOf(parcel)),
      state: mode.mode === 'off' ? 'dropped' : 'pending',
      wanted: mode.mode === 'duplicate' ? 2 : 1,
      attempts: 0,
      createdAt: Date.now(),
      notBefore: Date.now() + delay,
    }
    const changes: Change[] = [
      { table: 'parcel', row: parcel },
      { table: 'notice', row: notice },
    ]
    this.#ledger.commit(changes)
    if (notice.state === 'dropped') return
    if (delay > 0) this.#schedule(notice, delay)
    else await this.#deliver(notice)
  }

  /** What is undelivered stays in the ledger for the next start. */
  stop(): void {
    this.#stopped.abort()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #schedule(notice: Notice, ms: number): void {
    if (this.#stopped.signal.aborted) return
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        void this.#deliver(notice)
      },
      Math.max(ms, 0),
    )
    this.#timers.add(timer)
  }

  async #deliver(notice: Notice): Promise<void> {
    const copies = Array.from({ length: notice.wanted }, () => this.#post(notice.body))
    const wanted = (await Promise.all(copies)).filter((arrived) => !arrived).length
    if (this.#stopped.signal.aborted) return
    const tried = { ...notice, wanted, attempts: notice.attempts + 1 }
    const over = Date.now() - notice.createdAt > GIVE_UP_AFTER_MS
    if (wanted === 0 || over) {
      this.#ledger.commit([
        { table: 'notice', row: { ...tried, body: '', state: wanted === 0 ? 'delivered' : 'gave-up' } },
      ])
      return
    }
    this.#ledger.notices.set(tried.id, tried)
    this.#schedule(tried, this.#retryMs[notice.attempts] ?? this.#retryMs.at(-1) ?? 1_000)
  }

  async #post(body: string): Promise<boolean> {
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': this.#ledger.keys.webhookToken },
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

function bodyOf(parcel: Parcel): object {
  const words = WORDS[parcel.code] ?? `Status ${parcel.code}`
  const last = parcel.history.at(-1)?.at ?? parcel.createdAt
  return {
    awb: parcel.awb,
    courier_name: parcel.courierName,
    current_status: words.toUpperCase(),
    current_status_id: ORDER_TABLE[parcel.code] ?? 20,
    shipment_status: words.toUpperCase(),
    shipment_status_id: parcel.code,
    current_timestamp: noticeTime(last),
    order_id: parcel.id,
    sr_order_id: parcel.orderNumber,
    awb_assigned_date: indianTime(parcel.history[0]?.at ?? parcel.createdAt),
    pickup_scheduled_date: parcel.pickupAt === null ? null : indianTime(parcel.pickupAt),
    etd: indianTime(parcel.createdAt + 4 * 86_400_000),
    scans: scansOf(parcel),
    is_return: 0,
    channel_id: 1,
    pod_status: 'POD Not Available',
    pod: 'Not Available',
  }
}

export function scansOf(parcel: Parcel): object[] {
  return parcel.history.map(({ code, at }) => ({
    date: indianTime(at),
    status: `SBX-${code}`,
    activity: WORDS[code] ?? `Status ${code}`,
    location: parcel.form.billing_city,
    'sr-status': String(code),
    'sr-status-label': (WORDS[code] ?? `Status ${code}`).toUpperCase(),
  }))
}
