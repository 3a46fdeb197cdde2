/** Linked accounts of sellers at the payment provider (providers.md §1.10). */
import { panOf } from '../../../contract/gstin.ts'
import { record } from '../../people/audit/record.ts'
import { ProviderRefused } from '../../platform/providers/payments/provider.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { openBankAccount } from '../../people/sellers/bank-account.ts'
import { findPayee, type Payee } from '../../people/sellers/find-payee.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  claimRouteAccount,
  endClaim,
  gstinOfVersion,
  type RouteAccountRow,
  saveRouteAccount,
} from './route-queries.ts'

/**
 * Makes the account of a seller step by step, and stores each step before the next one. Called again, it continues where it
 * stopped and tells the provider the present bank account; only after that the account is good for payouts. One call at a time: of
 * two, the provider might hear the older account last. After a change of the GST number another account is made. Returns the
 * provider's status. Refuses: not-found; conflict where Route is off, another call or a transfer is under way, or with the
 * provider's message where it refuses.
 */
export async function linkRouteAccount(shop: Shop, sellerId: string): Promise<string> {
  if (!shop.config.routeEnabled)
    throw new Refusal('conflict', 'Payouts by Route are switched off. Sellers are paid by bank file.')
  const { seller, accountNo, claim } = await shop.db.transaction(async (tx) => {
    const found = await findPayee(tx, sellerId)
    if (!found) throw notFound('There is no such seller.')
    const number = openBankAccount(shop.secrets, found.bankAccountSealed)
    if (number === undefined)
      throw new Refusal('conflict', 'The bank account number of this seller cannot be read.')
    const claimed = await claimRouteAccount(tx, sellerId)
    if (!claimed) throw busy()
    await record(tx, 'route-account-linked', {
      target: { kind: 'account', id: sellerId, name: found.email },
    })
    return { seller: found, accountNo: number, claim: claimed }
  })
  const claimed = { at: claim.claimedAt }
  try {
    return await makeAccount(shop, { sellerId, seller, accountNo, claimed, row: claim })
  } catch (error) {
    await endClaim(shop.db, sellerId, claimed.at)
    if (error instanceof ProviderRefused)
      throw new Refusal('conflict', `The payment provider refused: ${error.message}`.slice(0, 400))
    throw error
  }
}

const busy = () =>
  new Refusal(
    'conflict',
    'This account is being linked, or a transfer to it is under way. Please try again in a few minutes.',
  )

interface Linking {
  sellerId: string
  seller: Payee
  accountNo: string
  /** Changes with each step. */
  claimed: { at: string }
  row: RouteAccountRow
}

async function makeAccount(
  shop: Shop,
  { sellerId, seller, accountNo, claimed, row }: Linking,
): Promise<string> {
  const save = async (account: RouteAccountRow & { payeeId?: number }, done = false) => {
    const at = await saveRouteAccount(shop.db, sellerId, claimed.at, account, { done })
    if (at === undefined) throw busy()
    claimed.at = at
  }
  const { identityId } = seller
  const madeFor = row.identityId === null ? undefined : await gstinOfVersion(shop.db, row.identityId)
  let { accountId, productId } = row
  if (accountId === null || madeFor !== seller.gst) {
    accountId = await shop.payments.createRouteAccount({
      reference: sellerId.replaceAll('-', '').slice(-20),
      pan: panOf(seller.gst),
      ...seller,
    })
    productId = null
    await save({ accountId, productId, status: 'created', identityId })
  }
  if (productId === null) {
    await shop.payments.addRouteStakeholder(accountId, { name: seller.contactName, email: seller.email })
    const product = await shop.payments.requestRouteProduct(accountId)
    productId = product.productId
    await save({ accountId, productId, status: product.status, identityId })
  } else await save({ ...row, accountId, productId })
  const status = await shop.payments.setRouteBankAccount(accountId, productId, {
    accountNo,
    ifscCode: seller.ifscCode,
    beneficiary: seller.contactName,
  })
  await save({ accountId, productId, status, identityId, payeeId: seller.payeeId }, true)
  return status
}
