/** The bank account number: encrypted in the database, masked in profiles, shown as a whole to its owner and administrators. */
import { record } from '../audit/record.ts'
import { requireRecentLogin } from '../identity/confirm-login.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { PartySession } from '../../platform/session.ts'
import type { Shop } from '../../platform/shop.ts'
import { findSeller } from './queries.ts'

export const bankAccountPurpose = 'bank-account'

export function sealBankAccount(
  secrets: Secrets,
  accountNo: string,
): { bankAccountSealed: string; bankAccountLast4: string } {
  return {
    bankAccountSealed: secrets.seal(bankAccountPurpose, accountNo),
    bankAccountLast4: accountNo.slice(-4),
  }
}

/** Undefined where none of the shop's keys decrypts it. */
export function openBankAccount(secrets: Secrets, sealed: string): string | undefined {
  try {
    return secrets.unseal(bankAccountPurpose, sealed)
  } catch {
    return undefined
  }
}

/** Names an account in the audit without its digits: the same one has the same name under the same key. */
export function bankAccountFingerprint(
  secrets: Secrets,
  { bankAccountSealed, ifscCode }: { bankAccountSealed: string; ifscCode: string },
): string {
  const accountNo = openBankAccount(secrets, bankAccountSealed)
  if (accountNo === undefined) return 'unreadable'
  return secrets.keyedHash('bank-account-name', `${ifscCode} ${accountNo}`).toString('hex').slice(0, 12)
}

/**
 * The whole number, for its owner or an administrator. Each access is recorded in the audit, without the number. Refuses:
 * forbidden without a recent login.
 */
export async function showBankAccount(
  shop: Shop,
  session: PartySession,
  accountId: string,
): Promise<{ accountNo: string }> {
  requireRecentLogin(session)
  const seller = await findSeller(shop.db, accountId)
  // One who has left has none.
  if (!seller?.bankAccountSealed) throw notFound()
  const accountNo = shop.secrets.unseal(bankAccountPurpose, seller.bankAccountSealed)
  await record(shop.db, 'bank-account-shown', {
    target: { kind: 'account', id: accountId, name: seller.email },
  })
  return { accountNo }
}
