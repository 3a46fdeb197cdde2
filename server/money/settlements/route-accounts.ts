/** Linked accounts of sellers at the payment provider (providers.md §1.10). */
import { record } from '../../people/audit/record.ts'
import { ProviderRefused } from '../../platform/providers/payments/provider.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { openBankAccount } from '../../people/sellers/bank-account.ts'
import { findPayee } from '../../people/sellers/find-payee.ts'
import type { Shop } from '../../platform/shop.ts'
import { findRouteAccount, saveRouteAccount } from './route-queries.ts'

/**
 * Makes the account of a seller step by step, and stores each step before the next one. Called again, it continues where it
 * stopped and sends the present bank account. Returns the provider's status. Refuses: not-found; conflict where Route is off,
 * or with the provider's message where it refuses.
 */
export async function linkRouteAccount(shop: Shop, sellerId: string): Promise<string> {
  if (!shop.config.routeEnabled)
    throw new Refusal('conflict', 'Payouts by Route are switched off. Sellers are paid by bank file.')
  const seller = await findPayee(shop.db, sellerId)
  if (!seller) throw notFound('There is no such seller.')
  const accountNo = openBankAccount(shop.secrets, seller.bankAccountSealed)
  if (accountNo === undefined)
    throw new Refusal('conflict', 'The bank account number of this seller cannot be read.')
  await record(shop.db, 'route-account-linked', {
    target: { kind: 'account', id: sellerId, name: seller.email },
  })
  try {
    let account = await findRouteAccount(shop.db, sellerId)
    if (!account) {
      const accountId = await shop.payments.createRouteAccount({
        reference: sellerId.replaceAll('-', '').slice(-20),
        pan: seller.gst.slice(2, 12),
        ...seller,
      })
      account = { accountId, productId: null, status: 'created' }
      await saveRouteAccount(shop.db, sellerId, account)
    }
    let { productId } = account
    if (productId === null) {
      const { accountId } = account
      await shop.payments.addRouteStakeholder(accountId, { name: seller.contactName, email: seller.email })
      const product = await shop.payments.requestRouteProduct(accountId)
      productId = product.productId
      await saveRouteAccount(shop.db, sellerId, { accountId, productId, status: product.status })
    }
    const status = await shop.payments.setRouteBankAccount(account.accountId, productId, {
      accountNo,
      ifscCode: seller.ifscCode,
      beneficiary: seller.contactName,
    })
    await saveRouteAccount(shop.db, sellerId, { accountId: account.accountId, productId, status })
    return status
  } catch (error) {
    if (error instanceof ProviderRefused)
      throw new Refusal('conflict', `The payment provider refused: ${error.message}`.slice(0, 400))
    throw error
  }
}
