/** The ids that replies have told so far, by kind: what one call makes, the next ones use, and other people try. */
import type { Random } from './random.ts'

/** For each operation, the kinds of ids in its reply and where they are; `*` is each item of a list. */
const toldBy: Record<string, readonly (readonly [kind: string, path: string])[]> = {
  'address.add': [['address', 'id']],
  'address.get': [['address', '*.id']],
  'auth.login': [],
  'auth.sessions': [['session', '*.id']],
  'cart.get': [
    ['line', '*.cartItemId'],
    ['product', '*.productId'],
  ],
  'category.all': [['category', '*.id']],
  'category.allSubcategories': [['subcategory', '*.id']],
  'product.add': [['product', 'id']],
  'product.getBySeller': [['product', '*.id']],
  'productImports.list': [['import', '*.id']],
  'family.add': [['family', 'id']],
  'family.list': [['family', '*.id']],
  'product.search': [['product', '*.id']],
  'order.payment': [['providerOrder', '']],
  'order.paymentByPost': [['providerOrder', '']],
  'order.create': [['order', '*.id']],
  'order.getCustomer': [
    ['order', '*.id'],
    ['document', '*.documents.*.id'],
    ['return', '*.returns.requests.*.id'],
    ['photo', '*.returns.requests.*.photos.*'],
  ],
  'order.getSeller': [
    ['order', '*.id'],
    ['document', '*.documents.*.id'],
  ],
  'returns.ask': [['return', 'id']],
  'returns.getSeller': [
    ['return', '*.id'],
    ['photo', '*.photos.*'],
  ],
  'earnings.statements': [['settlement', '*.id']],
  'admin.allSellers': [['seller', '*.id']],
  'admin.allCustomers': [['account', '*.id']],
  'admin.allOrders': [['order', '*.id']],
  'admin.createCategory': [['category', 'id']],
  'admin.createSubcategory': [['subcategory', 'id']],
  'admin.returns': [
    ['return', '*.id'],
    ['photo', '*.photos.*'],
  ],
  'admin.refunds': [['refund', '*.id']],
  'admin.failedJobs': [['job', '*.id']],
  'admin.unsentMail': [['mail', '*.id']],
  'admin.settlementRuns': [['run', '*.id']],
  'admin.startSettlementRun': [['run', 'id']],
  'admin.settlements': [['settlement', '*.id']],
  'admin.payouts': [['payout', '*.id']],
  'admin.payAgain': [['payout', 'id']],
  'admin.bankFiles': [['bankFile', '*.id']],
  'admin.makeBankFile': [['bankFile', 'id']],
  'admin.unmatchedPayments': [['providerOrder', '*.providerOrderId']],
  'admin.commissionRules': [['rate', '*.id']],
  'admin.shippingCharges': [['rate', '*.id']],
  'admin.levyRates': [['rate', '*.id']],
  'admin.gstRates': [['rate', '*.id']],
}

/** The kind of id that a field takes, by the start of its operation and its name; the first fit counts. */
const takenBy: readonly (readonly [operation: RegExp, field: RegExp, kind: string])[] = [
  [/./, /^addressId$/, 'address'],
  [/./, /^productId$/, 'product'],
  [/./, /^categoryId$/, 'category'],
  [/./, /^subCategoryId$/, 'subcategory'],
  [/./, /^sub$/, 'subcategory'],
  [/./, /^cartItemId$/, 'line'],
  [/./, /^(providerOrder|razorpay_order_id)$/, 'providerOrder'],
  [/./, /^runId$/, 'run'],
  [/./, /^sellerId$/, 'seller'],
  [/^auth\.endSessions/, /^ids$/, 'session'],
  [/^address\./, /^id$/, 'address'],
  [/^(category\.|admin\.deleteCategory|product\.byCategory)/, /^id$/, 'category'],
  [/^(product\.bySubcategory|admin\.deleteSubcategory)/, /^id$/, 'subcategory'],
  [/^(product|cart|wishlist)\./, /^id$/, 'product'],
  [/^productImports\./, /^id$/, 'import'],
  [/^family\./, /^id$/, 'family'],
  [/^family\.addMatrix/, /^base$/, 'product'],
  [/^question\.(form|ask|ofProduct)/, /^id$/, 'product'],
  [/^(document\.get|admin\.document)/, /^id$/, 'document'],
  [/^returns\.photo/, /^id$/, 'photo'],
  [/^returns\.(options|ask)/, /^id$/, 'order'],
  [/^(returns\.|admin\.(returnLabel|decideReturn))/, /^id$/, 'return'],
  [
    /^(order\.|orderMessages\.|earnings\.order|admin\.(label|refundOrder|refundPart|correctParcel))/,
    /^id$/,
    'order',
  ],
  [/^(earnings\.statement|admin\.settlement(Lines|Csv)?$)/, /^id$/, 'settlement'],
  [/^admin\.(suspend|reinstate|removeTeamMember)/, /^id$/, 'account'],
  [/^admin\.(bankAccount|linkRouteAccount)/, /^id$/, 'seller'],
  [/^admin\.(retryRefund|settleRefund|answerRefund)/, /^id$/, 'refund'],
  [/^admin\.(endRate|withdrawRate)/, /^id$/, 'rate'],
  [/^admin\.retryJob/, /^id$/, 'job'],
  [/^admin\.(readMail|retryMail)/, /^id$/, 'mail'],
  [/^admin\.(settlementRun|makeBankFile)/, /^id$/, 'run'],
  [/^admin\.downloadBankFile/, /^id$/, 'bankFile'],
  [/^admin\.(payoutPaid|payoutFailed|payAgain)/, /^id$/, 'payout'],
]

export interface KnownId {
  kind: string
  value: string | number
  /** The person whose reply told it. */
  owner: string
  /** The number of the request whose reply told it first. */
  from: number
}

export interface KnownIds {
  /** Reads the ids in a good reply. */
  learn(operation: string, owner: string, from: number, body: unknown): void
  /** An id for this field, in most cases one of this person; undefined if none of its kind is known, or the field takes none. */
  find(operation: string, field: string, owner: string, random: Random): KnownId | undefined
  /** Whether this is a thing of another person with the same role, so that nothing of it is for `owner`. */
  isOfAnother(id: KnownId, owner: string): boolean
}

/** Things that have one customer, one seller, or one of each. */
const privateKinds = [
  'address',
  'line',
  'order',
  'return',
  'document',
  'photo',
  'settlement',
  'family',
  'import',
]
const roleOf = (owner: string) => owner.replace(/\d+$/, '')

/** More than these are forgotten, the oldest first: a new order can still be cancelled, a new return is still open. */
const keptOfEachKind = 400

export function openKnownIds(): KnownIds {
  const byKind = new Map<string, KnownId[]>()
  return {
    learn(operation, owner, from, body) {
      for (const [kind, path] of toldBy[operation.replace(/\.twin$/, '')] ?? []) {
        const known = byKind.get(kind) ?? []
        byKind.set(kind, known)
        for (const value of valuesAt(body, path === '' ? [] : path.split('.')))
          if (!known.some((one) => one.value === value && one.owner === owner))
            known.push({ kind, value, owner, from })
        if (known.length > keptOfEachKind) known.splice(0, known.length - keptOfEachKind)
      }
    },
    find(operation, field, owner, random) {
      const kind = takenBy.find(([id, name]) => id.test(operation) && name.test(field))?.[2]
      const known = (kind && byKind.get(kind)) || []
      const own = known.filter((one) => one.owner === owner)
      const among = own.length > 0 && random.chance(0.55) ? own : known
      return among.length > 0 ? random.pick(random.chance(0.5) ? among.slice(-8) : among) : undefined
    },
    isOfAnother({ kind, value }, owner) {
      if (!privateKinds.includes(kind) || roleOf(owner) === 'admin') return false
      const owners = (byKind.get(kind) ?? []).filter((one) => one.value === value).map((one) => one.owner)
      return !owners.includes(owner) && owners.some((other) => roleOf(other) === roleOf(owner))
    },
  }
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): (string | number)[] {
  if (step === undefined) return typeof value === 'string' || typeof value === 'number' ? [value] : []
  if (step === '*') return Array.isArray(value) ? value.flatMap((one) => valuesAt(one, rest)) : []
  if (typeof value !== 'object' || value === null) return []
  return valuesAt((value as Record<string, unknown>)[step], rest)
}
