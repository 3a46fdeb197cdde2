/** The bank account number: sealed in the database, masked in profiles, whole for its owner only. */
import { notFound } from '../refusal.ts'
import type { Secrets } from '../secrets.ts'
import type { Shop } from '../shop.ts'
import { findSeller } from './queries.ts'

const purpose = 'bank-account'

export function sealBankAccount(
  secrets: Secrets,
  accountNo: string,
): { bankAccountSealed: string; bankAccountLast4: string } {
  return { bankAccountSealed: secrets.seal(purpose, accountNo), bankAccountLast4: accountNo.slice(-4) }
}

/** private/profile/bank-account: the whole number. Each showing is written down, without the number. */
export async function showBankAccount(shop: Shop, accountId: string): Promise<{ accountNo: string }> {
  const seller = await findSeller(shop.db, accountId)
  if (!seller) throw notFound()
  const accountNo = shop.secrets.unseal(purpose, seller.bankAccountSealed)
  shop.log.info({ accountId, act: 'bank account shown' }, 'act')
  return { accountNo }
}
