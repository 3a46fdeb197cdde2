/** Delivers the payment provider's webhooks: signed, at least once, with retries until the shop replies 2xx. */
import { setTimeout as wait } from 'node:timers/promises'
import { aged, beginOf, delaysOf, forged, stormOf } from './delivery.ts'
import type { DeliveryMode, DeliveryPlan, Forgery } from './delivery.ts'
import { newId, unixSeconds } from './entities.ts'
import type { Dispute, Order, Payment, Refund, Settlement, Transfer } from './entities.ts'
import type { Change, Ledger, Webhook } from './ledger.ts'
import { sign } from './signature.ts'

/** An event with the objects as they were when it occurred. */
export type WebhookEvent =
  | { event: string; payment: Payment; order?: Order; refund?: Refund; dispute?: Dispute }
  | { event: string; transfer: Transfer }
  | { event: string; settlement: Settlement }

const ANSWER_WITHIN_MS = 5_000
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1_000
const MAX_CONCURRENT = 16
export class Webhooks {
  mode: DeliveryMode = { mode: 'normal' }
  readonly #ledger: Ledger
  readonly #url: string
  readonly #retryMs: readonly number[]
  readonly #random: () => number
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #waiting: Webhook[] = []
  readonly #stopped = new AbortController()
  #underWay = 0

  constructor(ledger: Ledger, url: string, retryMs: readonly number[], random: () => number) {
    this.#ledger = ledger
    this.#url = url
    this.#retryMs = retryMs
    this.#random = random
    for (const webhook of ledger.webhooks.values()) {
      if (webhook.state === 'pending') this.#schedule(webhook, webhook.notBefore - Date.now())
    }
  }

  /** Stores the changes and their webhooks atomically, then starts delivering. */
  publish(changes: Change[], events: WebhookEvent[], plan?: DeliveryPlan): void {
    const delays = delaysOf(events.length, this.mode, plan)
    const webhooks = events.flatMap((item, index) => {
      const webhook = this.#webhook(item, delays[index], plan)
      return plan === undefined && this.mode.mode === 'storm'
        ? stormOf(webhook, this.mode, this.#ledger.keys, this.#random)
        : [webhook]
    })
    this.#begin(webhooks, changes)
  }

  /** Delivers what is held back, as events that occurred `days` ago. Returns how many. */
  release(days: number): number {
    const held = [...this.#ledger.webhooks.values()].filter(({ state }) => state === 'held')
    const now = Date.now()
    this.#begin(
      held.map((webhook): Webhook => ({
        ...aged(webhook, days, this.#ledger.keys),
        state: 'pending',
        createdAt: now,
        notBefore: now,
      })),
    )
    return held.length
  }

  /** Sends a forged `payment.captured`, signed without the secret. Returns the shop's status. */
  async forge(payment: Payment, kind: Forgery): Promise<number | null> {
    const captured: Payment = { ...payment, status: 'captured', captured: true }
    const webhook = this.#webhook({ event: 'payment.captured', payment: captured }, 0, undefined)
    return this.#post(forged(webhook, kind, this.#ledger.keys))
  }

  /** Waits until each of these webhooks was tried once; five seconds at most. */
  async tried(ids: readonly string[]): Promise<void> {
    const untried = () =>
      ids.some((id) => {
        const webhook = this.#ledger.webhooks.get(id)
        return webhook?.state === 'pending' && webhook.attempts === 0
      })
    for (const end = Date.now() + ANSWER_WITHIN_MS; untried() && Date.now() < end;) await wait(5)
  }

  /** Stops deliveries; pending webhooks stay in the ledger and are delivered after the next start. */
  stop(): void {
    this.#stopped.abort()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  #begin(webhooks: readonly Webhook[], changes: Change[] = []): void {
    this.#ledger.commit([...changes, ...webhooks.map((row): Change => ({ table: 'webhook', row }))])
    for (const webhook of webhooks) {
      if (webhook.state === 'pending') this.#schedule(webhook, webhook.notBefore - Date.now())
    }
  }

  #webhook(occurred: WebhookEvent, delay: number | undefined, plan: DeliveryPlan | undefined): Webhook {
    const { event } = occurred
    const payment = 'payment' in occurred ? occurred.payment : undefined
    const { state, wanted, signedBefore } = beginOf(this.mode, plan)
    const { webhookSecret, olderWebhookSecret } = this.#ledger.keys
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
      signature: sign(signedBefore ? olderWebhookSecret : webhookSecret, body),
      state,
      wanted,
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
    // Nobody repeats a forged webhook.
    else if (webhook.isForged) this.#finish({ ...tried, state: 'refused' })
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
          ...(webhook.signature !== '' && { 'x-razorpay-signature': webhook.signature }),
          'x-razorpay-event-id': webhook.id.split('#', 1)[0] ?? '',
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
  if ('settlement' in occurred)
    return { contains: ['settlement'], payload: { settlement: { entity: occurred.settlement } } }
  const { payment, order, refund, dispute } = occurred
  if (dispute !== undefined)
    return {
      contains: ['payment', 'dispute'],
      payload: { payment: { entity: payment }, dispute: { entity: dispute } },
    }
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
