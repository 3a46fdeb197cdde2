/** Takes the demo shop out of a database that people are to use (docs/decisions/0032). */
import { rotateAdminPaths } from '../admin/paths.ts'
import { runAsCaller } from '../caller.ts'
import { record } from '../audit/record.ts'
import { returnStock } from '../catalogue/stock.ts'
import { cancelMailTo } from '../mail/cancel-mail.ts'
import type { Shop } from '../shop.ts'
import type { Tx } from '../db/client.ts'
import { type DemoAccount, findDemoAccounts } from './demo-accounts.ts'
import {
  closeAccounts,
  deleteAccounts,
  deleteBaskets,
  deleteCheckouts,
  deletePrivateRows,
  deleteProducts,
  findCheckoutsToRemove,
  findHeldUnits,
} from './remove-demo-queries.ts'

export interface RemovedDemo {
  accounts: DemoAccount[]
  /** Ids of those whose row stays, with no way in, since something of others points to it. */
  closed: string[]
  counts: Record<
    | 'products'
    | 'products kept for orders of others'
    | 'checkouts'
    | 'orders'
    | 'payments'
    | 'refunds'
    | 'lines in carts and wishlists'
    | 'unsent mails',
    number
  >
}

/** Carries what would have been removed out of a transaction that is not to stand. */
class DryRun extends Error {
  readonly removed: RemovedDemo
  constructor(removed: RemovedDemo) {
    super('dry run')
    this.removed = removed
  }
}

/**
 * Removes all demo accounts with what is theirs: sessions, products, the demo buyer's purchases. What others have of the
 * demo shop stays as it was sold to them: their orders, and behind these a deleted product and a closed seller's account.
 * One transaction; undefined where there is no demo account. `dryRun` answers the same and changes nothing.
 */
export async function removeDemo(
  { db, secrets }: Pick<Shop, 'db' | 'secrets'>,
  { dryRun }: { dryRun: boolean },
): Promise<RemovedDemo | undefined> {
  const command = { actor: { id: null, name: 'remove-demo' }, ip: null, userAgent: null, requestId: null }
  try {
    return await runAsCaller(command, () =>
      db.transaction(async (tx) => {
        // Nobody signs up, begins to pay or sells meanwhile.
        await tx.execute('lock table account, checkout, product in share row exclusive mode')
        const accounts = await findDemoAccounts(tx)
        if (accounts.length === 0) return undefined
        const removed = await remove(tx, secrets, accounts)
        if (dryRun) throw new DryRun(removed)
        return removed
      }),
    )
  } catch (error) {
    if (error instanceof DryRun) return error.removed
    throw error
  }
}

async function remove(tx: Tx, secrets: Shop['secrets'], accounts: DemoAccount[]): Promise<RemovedDemo> {
  const ids = accounts.map(({ id }) => id)
  const gone = await findCheckoutsToRemove(tx, ids)
  await returnStock(tx, await findHeldUnits(tx, gone))
  const purchases = await deleteCheckouts(tx, gone)
  const baskets = await deleteBaskets(tx, ids)
  const products = await deleteProducts(tx, ids)
  await deletePrivateRows(tx, ids)
  const deleted = await deleteAccounts(tx, ids)
  const closed = ids.filter((id) => !deleted.includes(id))
  await closeAccounts(tx, closed)
  const mails = await cancelMailTo(
    tx,
    secrets,
    accounts.map(({ email }) => email),
  )
  // Whoever knew the password has seen where the administrator's pages are.
  if (accounts.some(({ role }) => role === 'ADMIN')) await rotateAdminPaths(tx)
  const counts = {
    products: products.deleted,
    'products kept for orders of others': products.kept,
    ...purchases,
    'lines in carts and wishlists': baskets,
    'unsent mails': mails,
  }
  await record(tx, 'demo-removed', { note: `${accounts.length} accounts, ${closed.length} of them closed` })
  return { accounts, closed, counts }
}
