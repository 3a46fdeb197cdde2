/** Removes the demo shop from a database that goes into production (decision 20). */
import { rotateAdminPaths } from '../paths.ts'
import { runAsCaller } from '../../platform/caller.ts'
import { record } from '../../people/audit/record.ts'
import { returnStock } from '../../catalogue/products/stock.ts'
import { reversePayouts } from '../../money/ledger/reverse-payments.ts'
import { cancelMailTo } from '../../platform/mail/cancel-mail.ts'
import type { Shop } from '../../platform/shop.ts'
import type { Tx } from '../../platform/db/client.ts'
import { type DemoAccount, findDemoAccounts } from '../../people/identity/demo-accounts.ts'
import {
  closeAccounts,
  deleteAccounts,
  deleteCartAndWishlistItems,
  deleteCheckouts,
  deleteDemoSettlements,
  deletePrivateRows,
  deleteProducts,
  deleteQuestions,
  deleteReviews,
  deleteShopsOffers,
  findCheckoutsToRemove,
  findHeldUnits,
} from './queries.ts'

export interface RemovedDemo {
  accounts: DemoAccount[]
  /** Ids of accounts that other rows refer to: their row stays, and nobody can log in. */
  closed: string[]
  counts: Record<
    | 'products'
    | 'products kept for orders of others'
    | 'checkouts'
    | 'orders'
    | 'payments'
    | 'refunds'
    | 'reviews'
    | 'lines in carts and wishlists'
    | 'unsent mails',
    number
  >
}

/** Rolls the transaction back and carries the result out of it. */
class DryRun extends Error {
  readonly removed: RemovedDemo
  constructor(removed: RemovedDemo) {
    super('dry run')
    this.removed = removed
  }
}

/**
 * Removes all demo accounts with their sessions, products and purchases, in one transaction. Orders of other customers stay, with
 * the product marked as deleted and the seller's account closed. Undefined if there is no demo account. `dryRun` returns the same
 * and changes nothing.
 */
export async function removeDemo(
  { db, secrets }: Pick<Shop, 'db' | 'secrets'>,
  { dryRun }: { dryRun: boolean },
): Promise<RemovedDemo | undefined> {
  const command = { actor: { id: null, name: 'remove-demo' }, ip: null, userAgent: null, requestId: null }
  try {
    return await runAsCaller(command, () =>
      db.transaction(async (tx) => {
        // No sign-up, checkout or product may be added meanwhile.
        await tx.execute("set local hariyali.may_leave_no_owner = 'yes'")
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
  const checkoutIds = await findCheckoutsToRemove(tx, ids)
  await returnStock(tx, await findHeldUnits(tx, checkoutIds))
  const purchases = await deleteCheckouts(tx, checkoutIds)
  const items = await deleteCartAndWishlistItems(tx, ids)
  const reviews = await deleteReviews(tx, ids)
  await deleteQuestions(tx, ids)
  await deleteShopsOffers(tx, ids)
  const products = await deleteProducts(tx, ids)
  await deletePrivateRows(tx, ids)
  const deleted = await deleteAccounts(tx, ids)
  await reversePayouts(tx, deleted)
  const closed = ids.filter((id) => !deleted.includes(id))
  await deleteDemoSettlements(tx, closed)
  await closeAccounts(tx, closed)
  const mails = await cancelMailTo(
    tx,
    secrets,
    accounts.map(({ email }) => email),
  )
  // Anybody who knew the demo administrator's password may have seen the secret paths.
  if (accounts.some(({ role }) => role === 'ADMIN')) await rotateAdminPaths(tx)
  const counts = {
    products: products.deleted,
    'products kept for orders of others': products.kept,
    ...purchases,
    reviews,
    'lines in carts and wishlists': items,
    'unsent mails': mails,
  }
  await record(tx, 'demo-removed', { note: `${accounts.length} accounts, ${closed.length} of them closed` })
  return { accounts, closed, counts }
}
