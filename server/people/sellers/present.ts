/** Turns rows into the replies about sellers (specification §3). */
import type { AdminSeller } from '../../../contract/admin.ts'
import { maskedAccountNo, type SellerProfile } from '../../../contract/seller.ts'
import { toAccountState } from '../identity/all-accounts-queries.ts'
import type { AdminSellerApproval } from '../../../contract/admin-seller-approvals.ts'
import type { OwnApproval } from '../../../contract/seller-approval.ts'
import type { Config } from '../../platform/config/config.ts'
import { documentType } from '../../platform/media/private-document.ts'
import type { AdminApprovalRow, ApprovalRow } from './approval-queries.ts'
import type { AdminSellerRow } from './all-sellers-queries.ts'
import type { SellerRow } from './queries.ts'

/** Shows only the last four digits of the bank account number. */
export function toSellerProfile(seller: SellerRow): SellerProfile {
  const { id, companyName, email, mobile, gst, gstDoubt, gstConfirmed, createdAt } = seller
  const { handlingDays, booksWhenReady, story, grievanceContact } = seller
  const { buildingNo, street, landmark, pinCode, city, state } = seller
  return {
    id,
    companyName,
    email,
    mobile,
    gst,
    gstDoubt,
    gstConfirmed,
    createdAt: createdAt.toISOString(),
    handlingDays,
    booksWhenReady,
    story,
    grievanceContact,
    address: { buildingNo, street, landmark, pinCode, city, state },
    bankDetails: {
      fullName: seller.bankFullName,
      accountNo: maskedAccountNo(seller.bankAccountLast4),
      ifsccode: seller.ifscCode,
    },
  }
}

export type SellerOfList = Omit<AdminSeller, 'moderation'>

export function toAdminSeller(row: AdminSellerRow): SellerOfList {
  const { secondFactor, approval, team } = row
  return { ...toSellerProfile(row), ...toAccountState(row), secondFactor, approval, team }
}

export function toOwnApproval(row: ApprovalRow, policy: Config['sellerApproval']): OwnApproval {
  return { ...toApproval(row), automatic: policy === 'automatic' }
}

function toApproval({ approval, approvalAt, reason, seen, documents }: ApprovalRow) {
  return {
    state: approval,
    at: approvalAt.toISOString(),
    reason,
    seen,
    documents: documents.map(({ kind, key, at, waits }) => ({
      kind,
      key,
      type: documentType(key),
      at: new Date(at).toISOString(),
      waits,
    })),
  }
}

export function toAdminApproval(row: AdminApprovalRow): AdminSellerApproval {
  const { pan, version, changed, documents } = row
  const lacksDocuments = !documents.some(({ waits }) => waits)
  return { ...toApproval(row), seller: toSellerProfile(row), pan, version, changed, lacksDocuments }
}
