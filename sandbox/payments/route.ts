/** Route: linked accounts, transfers to them, and reversals (under /v2 and /v1, providers.md §1.10). */
import type { DeliveryPlan } from './delivery.ts'
import { badInput, refusal, unknownId } from './errors.ts'
import { newId, unixSeconds } from './entities.ts'
import type { LinkedAccount, Transfer } from './entities.ts'
import type { ProcessingFault } from './faults.ts'
import { canonicalJson, isObject, readAmount, readBody, readCurrency, readNotes } from './input.ts'
import type { Change, Ledger } from './ledger.ts'
import type { Merchant } from './refunds.ts'

const accountFields = [
  'email',
  'phone',
  'type',
  'reference_id',
  'legal_business_name',
  'business_type',
  'contact_name',
  'profile',
  'legal_info',
]

export function createAccount(ledger: Ledger, text: string): object {
  const body = readBody(text, accountFields)
  for (const name of ['email', 'phone', 'legal_business_name', 'business_type', 'profile'])
    if (body[name] === undefined) throw badInput(`The ${name.replaceAll('_', ' ')} field is required.`, name)
  if (body['type'] !== 'route') throw badInput('The selected type is invalid.', 'type')
  const taken = [...ledger.accounts.values()].find(({ email }) => email === body['email'])
  if (taken) throw badInput(`Merchant email already exists for account - ${taken.id.slice(4)}`, 'email')
  const account: LinkedAccount = {
    id: newId('acc'),
    email: String(body['email']),
    name: String(body['legal_business_name']),
    stakeholder: null,
    productId: null,
    status: 'created',
    bankLast4: null,
    created_at: unixSeconds(),
  }
  ledger.commit([{ table: 'account', row: account }])
  const { legal_business_name, business_type, reference_id } = body
  return {
    id: account.id,
    type: 'route',
    status: 'created',
    email: account.email,
    legal_business_name,
    business_type,
    reference_id,
    created_at: account.created_at,
  }
}

function findAccount(ledger: Ledger, id: string): LinkedAccount {
  const account = ledger.accounts.get(id)
  if (account === undefined) throw unknownId()
  return account
}

export function addStakeholder(ledger: Ledger, accountId: string, text: string): object {
  const account = findAccount(ledger, accountId)
  const body = readBody(text, ['name', 'email'])
  if (typeof body['name'] !== 'string') throw badInput('The name field is required.', 'name')
  const stakeholder = account.stakeholder ?? newId('sth')
  ledger.commit([{ table: 'account', row: { ...account, stakeholder } }])
  return { id: stakeholder, entity: 'stakeholder', name: body['name'], email: body['email'] }
}

export function requestProduct(ledger: Ledger, accountId: string, text: string): object {
  const account = findAccount(ledger, accountId)
  const body = readBody(text, ['product_name', 'tnc_accepted'])
  if (body['product_name'] !== 'route')
    throw badInput('The selected product name is invalid.', 'product_name')
  const productId = account.productId ?? newId('acc_prd')
  const row: LinkedAccount = { ...account, productId, status: 'needs_clarification' }
  ledger.commit([{ table: 'account', row }])
  return productReply(row)
}

/** The account is activated as soon as it has a stakeholder and a bank account. */
export function changeProduct(ledger: Ledger, accountId: string, productId: string, text: string): object {
  const account = findAccount(ledger, accountId)
  if (account.productId !== productId) throw unknownId()
  const { settlements } = readBody(text, ['settlements', 'tnc_accepted'])
  if (!isObject(settlements)) throw badInput('The settlements field is required.', 'settlements')
  const { account_number: number, ifsc_code: ifsc, beneficiary_name: name } = settlements
  if (typeof number !== 'string' || !/^\d{5,35}$/.test(number))
    throw badInput('The account number is invalid.', 'account_number')
  if (typeof ifsc !== 'string' || !/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc))
    throw badInput('The ifsc code is invalid.', 'ifsc_code')
  if (typeof name !== 'string' || name === '')
    throw badInput('The beneficiary name field is required.', 'beneficiary_name')
  const row: LinkedAccount = {
    ...account,
    bankLast4: number.slice(-4),
    status: account.stakeholder === null ? 'needs_clarification' : 'activated',
  }
  ledger.commit([{ table: 'account', row }])
  return productReply(row)
}

const productReply = ({ id, productId, status }: LinkedAccount) => ({
  id: productId,
  account_id: id,
  product_name: 'route',
  activation_status: status,
})

export function readTransferKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (!/^[A-Za-z0-9_-]{4,36}$/.test(header))
    throw badInput('The idempotency key must be 4 to 36 characters of letters, digits, - and _.')
  return header
}

/** A direct transfer. The same key returns the same transfer; with another body it is refused. */
export function createTransfer(merchant: Merchant, text: string, key: string | undefined): Transfer {
  const { ledger } = merchant
  const body = readBody(text, ['account', 'amount', 'currency', 'notes'])
  const same = canonicalJson(body)
  const earlier = key === undefined ? undefined : ledger.transferKeys.get(key)
  if (earlier !== undefined) {
    if (earlier.body !== same)
      throw refusal(400, 'Different request with the same idempotency key has already been processed.')
    return findTransfer(ledger, earlier.transferId)
  }
  const account = ledger.accounts.get(String(body['account']))
  if (account === undefined) throw badInput('The account is invalid.', 'account')
  if (account.status !== 'activated') throw badInput('The account is not activated.', 'account')
  const transfer: Transfer = {
    id: newId('trf'),
    entity: 'transfer',
    status: 'pending',
    settlement_status: null,
    source: ledger.keys.accountId,
    recipient: account.id,
    amount: readAmount(body),
    currency: readCurrency(body),
    amount_reversed: 0,
    ...chargeFor(readAmount(body)),
    notes: readNotes(body),
    on_hold: false,
    created_at: unixSeconds(),
  }
  const changes: Change[] = [{ table: 'transfer', row: transfer }]
  if (key !== undefined)
    changes.push({ table: 'transferKey', row: { id: key, body: same, transferId: transfer.id } })
  ledger.commit(changes)
  merchant.transfers.start(transfer)
  return transfer
}

/** A quarter of a per cent, and GST on it. */
function chargeFor(amount: number): { fees: number; tax: number } {
  const base = Math.round(amount * 0.0025)
  const tax = Math.round(base * 0.18)
  return { fees: base + tax, tax }
}

export function findTransfer(ledger: Ledger, id: string): Transfer {
  const transfer = ledger.transfers.get(id)
  if (transfer === undefined) throw unknownId()
  return transfer
}

/** Takes money back from a linked account; all of it if no amount is given. */
export function reverseTransfer(merchant: Merchant, id: string, text: string, plan?: DeliveryPlan): object {
  const transfer = findTransfer(merchant.ledger, id)
  const body = readBody(text, ['amount', 'notes'])
  const left = transfer.amount - transfer.amount_reversed
  if (transfer.status !== 'processed' && transfer.status !== 'partially_reversed')
    throw badInput('The transfer is not processed.')
  const amount = body['amount'] === undefined ? left : readAmount(body)
  if (amount > left) throw badInput('The reversal amount is greater than what is left.', 'amount')
  const reversed = transfer.amount_reversed + amount
  const row: Transfer = {
    ...transfer,
    amount_reversed: reversed,
    status: reversed === transfer.amount ? 'reversed' : 'partially_reversed',
  }
  merchant.webhooks.publish(
    [{ table: 'transfer', row }],
    [{ event: 'transfer.reversed', transfer: row }],
    plan,
  )
  return { id: newId('rvrsl'), entity: 'reversal', transfer_id: id, amount, currency: 'INR' }
}

/** Processes transfers some time after they were created, including those of an earlier run. */
export class Transfers {
  readonly #merchant: Omit<Merchant, 'transfers'>
  readonly #fault: () => ProcessingFault | undefined
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(merchant: Omit<Merchant, 'transfers'>, fault: () => ProcessingFault | undefined) {
    this.#merchant = merchant
    this.#fault = fault
    for (const transfer of merchant.ledger.transfers.values())
      if (transfer.status === 'pending') this.start(transfer)
  }

  start({ id }: Transfer): void {
    this.#after(300, () => this.#process(id))
  }

  /** A transfer that failed is processed after all. */
  succeed(id: string): Transfer {
    if (findTransfer(this.#merchant.ledger, id).status !== 'failed')
      throw badInput('The transfer has not failed.')
    this.#end(id, { status: 'processed', settlement_status: 'pending' })
    return findTransfer(this.#merchant.ledger, id)
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #after(ms: number, step: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      step()
    }, ms)
    this.#timers.add(timer)
  }

  #process(id: string): void {
    const fault = this.#fault()
    const success: Partial<Transfer> = { status: 'processed', settlement_status: 'pending' }
    if (fault?.kind === 'slow') this.#after(fault.ms, () => this.#end(id, success))
    else if (fault?.kind === 'failed' || fault?.kind === 'late-success') {
      this.#end(id, { status: 'failed', settlement_status: null })
      if (fault.kind === 'late-success') this.#after(fault.ms, () => this.#end(id, success))
    } else {
      const { amount } = findTransfer(this.#merchant.ledger, id)
      this.#end(id, {
        ...success,
        ...(fault?.kind === 'other-amount' && { amount: Math.ceil(amount / 2) }),
        ...(fault?.kind === 'other-currency' && { currency: 'USD' }),
      })
    }
  }

  #end(id: string, change: Partial<Transfer>): void {
    const row: Transfer = { ...findTransfer(this.#merchant.ledger, id), ...change }
    this.#merchant.webhooks.publish(
      [{ table: 'transfer', row }],
      [{ event: `transfer.${row.status}`, transfer: row }],
    )
  }
}
