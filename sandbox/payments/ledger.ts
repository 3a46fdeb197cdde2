/**
 * The state of the payment provider's stand-in, in memory and in its journal. Each change is one journal line, so that
 * after a kill a payment, its order and its webhooks are either all stored or all missing.
 */
import { randomText, newId } from './entities.ts'
import type {
  Adjustment,
  Capture,
  Dispute,
  Document,
  LinkedAccount,
  Order,
  Payment,
  Refund,
  SettledItem,
  Settlement,
  Transfer,
} from './entities.ts'
import { Journal } from '../journal.ts'

export type Keys = {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** The secret before the present one; with 'old-secret' events are still signed with it. */
  olderWebhookSecret: string
  accountId: string
}

/** The idempotency key of a refund: a repeated request with the same key returns the same refund. */
export type RefundKey = { id: string; paymentId: string; body: string; refundId: string }

/** The idempotency key of a transfer. */
export type TransferKey = { id: string; body: string; transferId: string }

export type Webhook = {
  /** Sent as `x-razorpay-event-id`, the same with every attempt; a further copy of an event has '#' and a number behind it. */
  id: string
  event: string
  orderId: string
  paymentId: string
  /** The bytes that were signed; emptied when the delivery has ended. */
  body: string
  signature: string
  /** 'held' until it is released. 'refused' is how a forged one ends. */
  state: 'pending' | 'held' | 'delivered' | 'dropped' | 'gave-up' | 'refused'
  isForged?: boolean
  /** Successful deliveries still to be made; 2 at first for a duplicate. */
  wanted: number
  attempts: number
  lastStatus: number | null
  /** Unix milliseconds. */
  createdAt: number
  notBefore: number
}

type Tables = {
  keys: Keys & { id: string }
  order: Order
  capture: Capture & { id: string }
  payment: Payment
  refund: Refund
  refundKey: RefundKey
  account: LinkedAccount
  transfer: Transfer
  transferKey: TransferKey
  dispute: Dispute
  document: Document
  settlement: Settlement
  settledItem: SettledItem
  adjustment: Adjustment
  webhook: Webhook
}

export type Change = { [Name in keyof Tables]: { table: Name; row: Tables[Name] } }[keyof Tables]

/** Finished webhooks are kept for tests, up to this number. */
const FINISHED_WEBHOOKS_KEPT = 2_000

export class Ledger {
  readonly keys: Keys
  readonly orders = new Map<string, Order>()
  readonly captures = new Map<string, Capture & { id: string }>()
  readonly payments = new Map<string, Payment>()
  readonly refunds = new Map<string, Refund>()
  readonly refundKeys = new Map<string, RefundKey>()
  readonly accounts = new Map<string, LinkedAccount>()
  readonly transfers = new Map<string, Transfer>()
  readonly transferKeys = new Map<string, TransferKey>()
  readonly disputes = new Map<string, Dispute>()
  readonly documents = new Map<string, Document>()
  readonly settlements = new Map<string, Settlement>()
  readonly settledItems = new Map<string, SettledItem>()
  readonly adjustments = new Map<string, Adjustment>()
  readonly webhooks = new Map<string, Webhook>()
  readonly #ordersOfReceipt = new Map<string, Set<string>>()
  readonly #paymentsOfOrder = new Map<string, Set<string>>()
  readonly #refundsOfPayment = new Map<string, Set<string>>()
  readonly #journal: Journal<Change[]>

  constructor(file: string) {
    this.#journal = new Journal(file)
    let keys: Keys | undefined
    for (const line of this.#journal.read()) {
      for (const change of line) {
        if (change.table === 'keys') keys = change.row
        else this.#apply(change)
      }
    }
    // A journal of an earlier version lacks the newest key.
    this.keys = { ...newKeys(), ...keys }
    this.#forgetFinishedWebhooks()
    this.#journal.rewrite(this.#everything())
  }

  /** Writes the rows to the journal and then applies them in memory. A row replaces the row with the same id. */
  commit(changes: Change[]): void {
    this.#journal.append(changes)
    for (const change of changes) this.#apply(change)
    if (this.webhooks.size > FINISHED_WEBHOOKS_KEPT * 2) this.#forgetFinishedWebhooks()
  }

  /** Makes everything older, as if this time had passed. */
  fastForward(seconds: number): void {
    const older = <Row extends { created_at: number }>(row: Row): Row => ({
      ...row,
      created_at: row.created_at - seconds,
    })
    this.commit([
      ...[...this.orders.values()].map((row): Change => ({ table: 'order', row: older(row) })),
      ...[...this.payments.values()].map((row): Change => ({ table: 'payment', row: older(row) })),
      ...[...this.refunds.values()].map((row): Change => ({ table: 'refund', row: older(row) })),
      ...[...this.accounts.values()].map((row): Change => ({ table: 'account', row: older(row) })),
      ...[...this.transfers.values()].map((row): Change => ({ table: 'transfer', row: older(row) })),
      ...[...this.disputes.values()].map((row): Change => ({
        table: 'dispute',
        row: { ...older(row), respond_by: row.respond_by - seconds },
      })),
      ...[...this.settlements.values()].map((row): Change => ({ table: 'settlement', row: older(row) })),
      ...[...this.adjustments.values()].map((row): Change => ({ table: 'adjustment', row: older(row) })),
      ...[...this.settledItems.values()].map((row): Change => ({
        table: 'settledItem',
        row: { ...older(row), settled_at: row.settled_at - seconds },
      })),
    ])
  }

  /** Oldest first. */
  ordersWithReceipt(receipt: string): Order[] {
    return pick(this.orders, this.#ordersOfReceipt.get(receipt))
  }

  /** Oldest first. */
  paymentsOf(orderId: string): Payment[] {
    return pick(this.payments, this.#paymentsOfOrder.get(orderId))
  }

  /** Oldest first. */
  refundsOf(paymentId: string): Refund[] {
    return pick(this.refunds, this.#refundsOfPayment.get(paymentId))
  }

  #apply(change: Change): void {
    switch (change.table) {
      case 'keys':
        return
      case 'order':
        this.orders.set(change.row.id, change.row)
        if (change.row.receipt !== null) addTo(this.#ordersOfReceipt, change.row.receipt, change.row.id)
        return
      case 'capture':
        this.captures.set(change.row.id, change.row)
        return
      case 'payment':
        this.payments.set(change.row.id, change.row)
        addTo(this.#paymentsOfOrder, change.row.order_id, change.row.id)
        return
      case 'refund':
        this.refunds.set(change.row.id, change.row)
        addTo(this.#refundsOfPayment, change.row.payment_id, change.row.id)
        return
      case 'refundKey':
        this.refundKeys.set(change.row.id, change.row)
        return
      case 'account':
        this.accounts.set(change.row.id, change.row)
        return
      case 'transfer':
        this.transfers.set(change.row.id, change.row)
        return
      case 'transferKey':
        this.transferKeys.set(change.row.id, change.row)
        return
      case 'dispute':
        this.disputes.set(change.row.id, change.row)
        return
      case 'document':
        this.documents.set(change.row.id, change.row)
        return
      case 'settlement':
        this.settlements.set(change.row.id, change.row)
        return
      case 'settledItem':
        this.settledItems.set(change.row.id, change.row)
        return
      case 'adjustment':
        this.adjustments.set(change.row.id, change.row)
        return
      case 'webhook':
        this.webhooks.set(change.row.id, change.row)
    }
  }

  #everything(): Change[][] {
    return [
      [{ table: 'keys', row: { id: 'keys', ...this.keys } }],
      ...rows('order', this.orders),
      ...rows('capture', this.captures),
      ...rows('payment', this.payments),
      ...rows('refund', this.refunds),
      ...rows('refundKey', this.refundKeys),
      ...rows('account', this.accounts),
      ...rows('transfer', this.transfers),
      ...rows('transferKey', this.transferKeys),
      ...rows('dispute', this.disputes),
      ...rows('document', this.documents),
      ...rows('settlement', this.settlements),
      ...rows('settledItem', this.settledItems),
      ...rows('adjustment', this.adjustments),
      ...rows('webhook', this.webhooks),
    ]
  }

  #forgetFinishedWebhooks(): void {
    const finished = [...this.webhooks.values()].filter(
      ({ state }) => state !== 'pending' && state !== 'held',
    )
    for (const webhook of finished.slice(0, -FINISHED_WEBHOOKS_KEPT)) this.webhooks.delete(webhook.id)
  }
}

function newKeys(): Keys {
  return {
    keyId: `rzp_test_${randomText(14)}`,
    keySecret: randomText(24),
    webhookSecret: `whsec_${randomText(24)}`,
    olderWebhookSecret: `whsec_${randomText(24)}`,
    accountId: newId('acc'),
  }
}

function rows<Name extends keyof Tables>(table: Name, map: Map<string, Tables[Name]>): Change[][] {
  return [...map.values()].map((row) => [{ table, row } as Change])
}

function pick<Row>(rows: Map<string, Row>, ids: Set<string> | undefined): Row[] {
  return [...(ids ?? [])].flatMap((id) => rows.get(id) ?? [])
}

function addTo(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key)
  if (ids === undefined) index.set(key, new Set([id]))
  else ids.add(id)
}
