/** private/profile/edit-seller (specification §2, §5, §8). */
import { gstDoubtOf, panOf } from '../../../contract/gstin.ts'
import { emailIsFixed, gstTaken, maskedAccountNo, type SellerEdit } from '../../../contract/seller.ts'
import type { PartySession } from '../../platform/session.ts'
import { requireRecentLogin } from '../identity/confirm-login.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Shop } from '../../platform/shop.ts'
import { closeShop } from './approval-queries.ts'
import { openBankAccount, sealBankAccount } from './bank-account.ts'
import { queueShopClosedMail } from './mails.ts'
import { holdPayouts } from './payout-holds.ts'
import { lockSeller, type SellerDetails, type SellerRow, updateSeller } from './queries.ts'

/** What invoices say of a seller. */
const printed = [
  'companyName',
  'gst',
  'buildingNo',
  'street',
  'landmark',
  'pinCode',
  'city',
  'state',
] as const satisfies (keyof SellerDetails)[]

/**
 * Returns a warning about the GST number, if any. A masked account number in the request means no change; another one is
 * encrypted. A change of bank details or of what invoices say needs a recent login; afterwards payouts wait and the owner is told
 * by mail, so that a stolen session cannot redirect them. After a change of the company name a job updates the search documents
 * and pages of all products: at once, and once more after a minute for all changes in it. Another PAN is another person: where
 * sellers are approved by their documents, the goods leave sale until somebody has seen theirs, and a mail says so. Refuses: invalid for another e-mail or
 * another person's masked number; forbidden, with the field `recentLogin`, for such a change
 * without a recent login; conflict for a GST number of another seller.
 */
export async function editSellerProfile(
  shop: Shop,
  session: PartySession,
  edit: SellerEdit,
): Promise<string | undefined> {
  const { partyId: accountId } = session
  const gstDoubt = gstDoubtOf(edit.gst, edit.address.state)
  try {
    await shop.db.transaction(async (tx) => {
      const before = await lockSeller(tx, accountId)
      if (!before) throw notFound()
      if (edit.email !== before.email)
        throw new Refusal('invalid', emailIsFixed, { fields: { email: emailIsFixed } })
      const bank = bankAccountAfter(shop.secrets, before, edit.bankDetails.accountNo)
      const after: SellerDetails = {
        ...edit.address,
        ...bank,
        companyName: edit.companyName,
        gst: edit.gst,
        gstDoubt: gstDoubt ?? null,
        mobile: edit.mobile,
        handlingDays: edit.handlingDays ?? before.handlingDays,
        booksWhenReady: edit.booksWhenReady ?? before.booksWhenReady,
        story: edit.story ?? before.story,
        grievanceContact: edit.grievanceContact ?? before.grievanceContact,
        bankFullName: edit.bankDetails.fullName,
        ifscCode: edit.bankDetails.ifsccode,
      }
      const bankDetailsChanged =
        bank.bankAccountSealed !== before.bankAccountSealed ||
        after.ifscCode !== before.ifscCode ||
        after.bankFullName !== before.bankFullName
      if (bankDetailsChanged || isAnotherIdentity(before, after)) requireRecentLogin(session)
      await updateSeller(tx, accountId, after)
      const nameChanged = printed.some((field) => after[field] !== before[field])
      if (bankDetailsChanged || nameChanged)
        await holdPayouts(shop, tx, { ...before, accountId }, { name: nameChanged, bank: bankDetailsChanged })
      if (shop.config.sellerApproval === 'documents' && panOf(after.gst) !== panOf(before.gst)) {
        const closed = await closeShop(tx, accountId)
        if (closed)
          await queueShopClosedMail(shop, tx, {
            ...closed,
            id: accountId,
            email: before.email,
            company: after.companyName,
          })
        tx.afterCommit(() => catalogueChanged(shop.db))
      }
      if (after.companyName !== before.companyName)
        await shop.jobs.send(
          tx,
          'refresh-seller-search',
          { sellerId: accountId },
          { key: accountId, seconds: shop.config.renameSeconds, firstAtOnce: true },
        )
    })
  } catch (error) {
    if ((error as { code?: string }).code === '23505')
      throw new Refusal('conflict', gstTaken, { fields: { gst: gstTaken } })
    throw error
  }
  return gstDoubt
}

/** What is printed on invoices: name, GST number (which contains the PAN) and address. */
const identity = [
  'companyName',
  'gst',
  'buildingNo',
  'street',
  'landmark',
  'pinCode',
  'city',
  'state',
] as const

const isAnotherIdentity = (before: SellerRow, after: SellerDetails) =>
  identity.some((field) => before[field] !== after[field])

function bankAccountAfter(
  secrets: Secrets,
  { bankAccountSealed, bankAccountLast4 }: SellerRow,
  accountNo: string,
): Pick<SellerDetails, 'bankAccountSealed' | 'bankAccountLast4'> {
  // Not the whole row: its address would replace the edited one.
  const unchanged = { bankAccountSealed, bankAccountLast4 }
  if (accountNo === maskedAccountNo(bankAccountLast4)) return unchanged
  if (!/^\d+$/.test(accountNo)) {
    const words = 'Account number must contain only digits.'
    throw new Refusal('invalid', words, { fields: { 'bankDetails.accountNo': words } })
  }
  // The same number typed again is no change.
  return accountNo === openBankAccount(secrets, bankAccountSealed)
    ? unchanged
    : sealBankAccount(secrets, accountNo)
}
