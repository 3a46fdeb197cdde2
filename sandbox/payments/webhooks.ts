/** Delivers the payment provider's webhooks: signed, at least once, with retries until the shop replies 2xx. */
import { newId, unixSeconds } from './entities.ts'
import type { Order, Payment, Refund, Transfer } from './entities.ts'
import type { Change, Ledger, Webhook } from './ledger.ts'
import { sign } from './signature.ts'

/** An event with the objects as they were when it occurred. */
export type WebhookEvent =
  | { event: string; payment: Payment; order?: Order; refund?: Refund }
  | { event: string; transfer: Transfer }

/** Delivery of the webhooks of one payment; overrides the global mode. */
export type DeliveryPlan = { kind: 'none' | 'duplicate' | 'shuffle' } | { kind: 'late'; ms: number }

export type DeliveryMode = { mode: 'normal' | 'off' | 'duplicate' } | { mode: 'late'; ms: number }

const ANSWER_WITHIN_MS = 5_000
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1_000
const MAX_CONCURRENT = 16
/** Delay between the events of one payment, so that they usually arrive in order. */
const SPACING_MS = 30

export class Webhooks {
  mode: DeliveryMode = { mode: 'normal' }
  readonly #ledger: Ledger
  readonly #url: string
  readonly #retryMs: readonly number[]
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #waiting: Webhook[] = []
  readonly #stopped = new AbortController()
  #underWay = 0

  constructor(ledger: Ledger, url: string, retryMs: readonly number[]) {
    this.#ledger = ledger
    this.#url = url
    this.#retryMs = retryMs
    for (const webhook of ledger.webhooks.values()) {
      if (webhook.state === 'pending') this.#schedule(webhook, webhook.notBefore - Date.now())
    }
  }

  /** Stores the changes and their webhooks atomically, then starts delivering. */
  publish(changes: Change[], events: WebhookEvent[], plan?: DeliveryPlan): void {
    const delays = this.#delays(events.length, plan)
    const webhooks = events.map((item, index) => this.#webhook(item, delays[index], plan))
    this.#ledger.commit([...changes, ...webhooks.map((row): Change => ({ table: 'webhook', row }))])
    for (const webhook of webhooks) {
      if (webhook.state === 'pending') this.#schedule(webhook, webhook.notBefore - Date.now())
    }
  }

  /** Stops deliveries; pending webhooks stay in the ledger and are delivered after the next start. */
  stop(): void {
    this.#stopped.abort()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  #delays(count: number, plan: DeliveryPlan | undefined): number[] {
    const late = plan ?? this.mode
    const first = 'ms' in late ? late.ms : 0
    const delays = Array.from({ length: count }, (_, index) => first + index * SPACING_MS)
    // Reverse order is the worst case: order.paid arrives before the events of its payment.
    return plan?.kind === 'shuffle' ? delays.toReversed() : delays
  }

  #webhook(occurred: WebhookEvent, delay: number | undefined, plan: DeliveryPlan | undefined): Webhook {
    const { event } = occurred
    const payment = 'payment' in occurred ? occurred.payment : undefined
    const silent = plan === undefined ? this.mode.mode === 'off' : plan.kind === 'none'
    const twice = plan === undefined ? this.mode.mode === 'duplicate' : plan.kind === 'duplicate'
    const body = JSON.stringify({
      entity: 'event',
      account_id: this.#ledger.keys.accountId,
      event,
      ...contentOf(occurred),
      created_at: unixSeconds(),
    })
    return {
      id: newId('event').slice('event_'.length),
      event,
      orderId: payment?.order_id ?? '',
      paymentId: payment?.id ?? '',
      body,
      signature: sign(this.#ledger.keys.webhookSecret, body),
      state: silent ? 'dropped' : 'pending',
      wanted: twice ? 2 : 1,
      attempts: 0,
      lastStatus: null,
      createdAt: Date.now(),
      notBefore: Date.now() + (delay ?? 0),
    }
  }

  #schedule(webhook: Webhook, ms: number): void {
    if (this.#stopped.signal.aborted) return
    const timer = setTimeout(
      () => {
        this.#timers.delete(webhook.id)
        this.#waiting.push(webhook)
        this.#next()
      },
      Math.max(ms, 0),
    )
    this.#timers.set(webhook.id, timer)
  }

  #next(): void {
    while (this.#underWay < MAX_CONCURRENT && !this.#stopped.signal.aborted) {
      const webhook = this.#waiting.shift()
      if (webhook === undefined) return
      this.#underWay += 1
      void this.#deliver(webhook).finally(() => {
        this.#underWay -= 1
        this.#next()
      })
    }
  }

  async #deliver(webhook: Webhook): Promise<void> {
    // Both copies of a duplicate are sent concurrently, because that is the race that the shop has to handle.
    const copies = Array.from({ length: webhook.wanted }, () => this.#post(webhook))
    const statuses = await Promise.all(copies)
    if (this.#stopped.signal.aborted) return
    const wanted = statuses.filter((status) => status === null || status < 200 || status > 299).length
    const tried: Webhook = {
      ...webhook,
      wanted,
      attempts: webhook.attempts + statuses.length,
      lastStatus: statuses.at(-1) ?? null,
    }
    if (wanted === 0) this.#finish({ ...tried, state: 'delivered' })
    else if (Date.now() - webhook.createdAt > GIVE_UP_AFTER_MS) this.#finish({ ...tried, state: 'gave-up' })
    else {
      this.#ledger.webhooks.set(tried.id, tried)
      this.#schedule(tried, this.#retryMs[webhook.attempts] ?? this.#retryMs.at(-1) ?? 1_000)
    }
  }

  #finish(webhook: Webhook): void {
    this.#ledger.commit([{ table: 'webhook', row: { ...webhook, body: '' } }])
  }

  /** Returns the status of the shop's reply, or null if there was none in time. */
  async #post(webhook: Webhook): Promise<number | null> {
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1',
          'x-razorpay-signature': webhook.signature,
          'x-razorpay-event-id': webhook.id,
        },
        body: webhook.body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      })
      await response.body?.cancel()
      return response.status
    } catch {
      return null
    }
  }
}

function contentOf(occurred: WebhookEvent): { contains: string[]; payload: object } {
  if ('transfer' in occurred)
    return { contains: ['transfer'], payload: { transfer: { entity: occurred.transfer } } }
  const { payment, order, refund } = occurred
  return {
    contains:
      refund === undefined ? ['payment', ...(order === undefined ? [] : ['order'])] : ['refund', 'payment'],
    payload: {
      ...(refund === undefined ? {} : { refund: { entity: refund } }),
      payment: { entity: payment },
      ...(order === undefined ? {} : { order: { entity: order } }),
    },
  }
}
