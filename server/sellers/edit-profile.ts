/** private/profile/edit-seller (specification §2, §5, §8). */
import { gstDoubtOf } from '../../contract/gstin.ts'
import { emailIsFixed, gstTaken, maskedAccountNo, type SellerEdit } from '../../contract/seller.ts'
import { record } from '../audit/record.ts'
import { catalogueChanged } from '../catalogue/count-products.ts'
import { queueBankChangedMail } from '../mail/bank-changed-mail.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { Secrets } from '../secrets.ts'
import type { Shop } from '../shop.ts'
import { sealBankAccount } from './bank-account.ts'
import { lockSeller, type SellerDetails, type SellerRow, updateSeller } from './queries.ts'

/**
 * Answers what looks odd about the GST number. An account number that is sent masked stays; another one is sealed anew,
 * and the owner is told by mail. Another company name is brought to search by a job, since it stands in every product.
 * Refuses: invalid for another e-mail or somebody's masked number; conflict for a GST number of another seller.
 */
export async function editSellerProfile(
  shop: Shop,
  accountId: string,
  edit: SellerEdit,
): Promise<string | undefined> {
  const gstDoubt = gstDoubtOf(edit.gst, edit.address.state)
  try {
    await shop.db.transaction(async (tx) => {
      const before = await lockSeller(tx, accountId)
      if (!before) throw notFound()
      if (edit.email !== before.email)
        throw new Refusal('invalid', emailIsFixed, { fields: { email: emailIsFixed } })
      const bank = bankAfter(shop.secrets, before, edit.bankDetails.accountNo)
      const after: SellerDetails = {
        ...edit.address,
        ...bank,
        companyName: edit.companyName,
        gst: edit.gst,
        gstDoubt: gstDoubt ?? null,
        mobile: edit.mobile,
        bankFullName: edit.bankDetails.fullName,
        ifscCode: edit.bankDetails.ifsccode,
      }
      await updateSeller(tx, accountId, after)
      const moneyGoesElsewhere =
        bank.bankAccountSealed !== before.bankAccountSealed || after.ifscCode !== before.ifscCode
      if (moneyGoesElsewhere) {
        await queueBankChangedMail(shop, tx, before.email)
        await record(tx, 'bank-account-changed', {
          to: { kind: 'account', id: accountId, name: before.email },
        })
      }
      if (after.companyName !== before.companyName)
        await shop.jobs.send(tx, 'refresh-seller-search', { sellerId: accountId })
    })
  } catch (error) {
    if ((error as { code?: string }).code === '23505')
      throw new Refusal('conflict', gstTaken, { fields: { gst: gstTaken } })
    throw error
  }
  catalogueChanged(shop.db)
  return gstDoubt
}

function bankAfter(
  secrets: Secrets,
  before: SellerRow,
  accountNo: string,
): Pick<SellerDetails, 'bankAccountSealed' | 'bankAccountLast4'> {
  if (accountNo === maskedAccountNo(before.bankAccountLast4)) return before
  if (!/^\d+$/.test(accountNo)) {
    const words = 'Account number must contain only digits.'
    throw new Refusal('invalid', words, { fields: { 'bankDetails.accountNo': words } })
  }
  return sealBankAccount(secrets, accountNo)
}
