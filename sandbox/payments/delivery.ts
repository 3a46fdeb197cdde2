/** How the events of the payment provider are delivered: which faults a webhook can have. */
import { randomText } from './entities.ts'
import type { Keys, Webhook } from './ledger.ts'
import { sign } from './signature.ts'

/** Delivery of the webhooks of one payment; overrides the global mode. */
export type DeliveryPlan =
  | { kind: 'none' | 'duplicate' | 'shuffle' | 'early' | 'held' | 'old-secret' }
  | { kind: 'late'; ms: number }
  | { kind: 'repeat'; times: number }

/** A storm delivers each event `repeat` times, at random moments within `ms`, and a forged copy with the probability `forged`. */
export type Storm = { mode: 'storm'; repeat: number; ms: number; forged: number }

export type DeliveryMode =
  | { mode: 'normal' | 'off' | 'duplicate' | 'held' | 'old-secret' }
  | { mode: 'late'; ms: number }
  | Storm

export const FORGERIES = ['signature', 'body', 'unsigned'] as const
export type Forgery = (typeof FORGERIES)[number]

/** Delay between the events of one payment, so that they usually arrive in order. */
const SPACING_MS = 30
/** Longer, so that they arrive in the reverse order also on a busy machine. */
const SHUFFLED_MS = 100

/** Milliseconds until each of `count` events is delivered. */
export function delaysOf(count: number, mode: DeliveryMode, plan: DeliveryPlan | undefined): number[] {
  const late = plan ?? mode
  const first = 'mode' in late ? (late.mode === 'late' ? late.ms : 0) : late.kind === 'late' ? late.ms : 0
  // Reverse order is the worst case: order.paid arrives before the events of its payment.
  if (plan?.kind === 'shuffle')
    return Array.from({ length: count }, (_, index) => (count - 1 - index) * SHUFFLED_MS)
  return Array.from({ length: count }, (_, index) => first + index * SPACING_MS)
}

/** Whether a webhook is delivered, never sent or held back, and how many copies are sent at once. */
export function beginOf(
  mode: DeliveryMode,
  plan: DeliveryPlan | undefined,
): { state: Webhook['state']; wanted: number; signedBefore: boolean } {
  const word = plan?.kind ?? mode.mode
  return {
    state: word === 'none' || word === 'off' ? 'dropped' : word === 'held' ? 'held' : 'pending',
    wanted: plan?.kind === 'repeat' ? plan.times : word === 'duplicate' ? 2 : 1,
    signedBefore: word === 'old-secret',
  }
}

/** The further copies of a webhook in a storm, and the moment of the webhook itself. A copy has the event id of its webhook. */
export function stormOf(webhook: Webhook, storm: Storm, keys: Keys, random: () => number): Webhook[] {
  const now = Date.now()
  const moment = () => now + Math.floor(random() * storm.ms)
  const copies = Array.from({ length: storm.repeat }, (_, index): Webhook => ({
    ...webhook,
    id: index === 0 ? webhook.id : `${webhook.id}#${index + 1}`,
    notBefore: moment(),
  }))
  if (random() >= storm.forged) return copies
  const kind = FORGERIES[Math.floor(random() * FORGERIES.length)] ?? 'signature'
  return [...copies, { ...forged(webhook, kind, keys), notBefore: moment() }]
}

/** A webhook that the provider never sent; it is tried once. */
export function forged(webhook: Webhook, kind: Forgery, keys: Keys): Webhook {
  // A changed body with the signature of the true one; the others have the true body.
  const body = kind === 'body' ? webhook.body.replace(/"amount":(\d+)/, '"amount":1$1') : webhook.body
  const signature = kind === 'signature' ? sign(randomText(24), body) : webhook.signature
  const own = sign(keys.webhookSecret, webhook.body)
  return {
    ...webhook,
    id: `${randomText(14)}#forged`,
    body,
    signature: kind === 'unsigned' ? '' : kind === 'body' ? own : signature,
    wanted: 1,
    state: 'pending',
    isForged: true,
  }
}

/** The same event as if it had occurred `days` earlier, with a signature of its new bytes. */
export function aged(webhook: Webhook, days: number, keys: Keys): Webhook {
  const event = JSON.parse(webhook.body) as { created_at: number }
  const body = JSON.stringify({ ...event, created_at: event.created_at - days * 86_400 })
  return { ...webhook, body, signature: sign(keys.webhookSecret, body) }
}
