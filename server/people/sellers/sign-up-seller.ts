/** auth/seller/signup (specification §2, §5, §7; api-rules §1, §6). */
import { gstDoubtOf } from '../../../contract/gstin.ts'
import { gstTaken, type SellerSignup, undertakingVersion } from '../../../contract/seller.ts'
import type { Client } from '../identity/clients.ts'
import { signUp } from '../identity/sign-up.ts'
import { issuePasswordProof } from '../identity/sessions.ts'
import { Refusal } from '../../platform/refusal.ts'
import { newToken } from '../../platform/secrets.ts'
import type { Shop } from '../../platform/shop.ts'
import { sealBankAccount } from './bank-account.ts'
import { insertSeller, isGstTaken, type Registered } from './queries.ts'
import { acceptUndertaking } from './undertaking.ts'

type Registration = SellerSignup & { gstConfirmed?: boolean | undefined; undertaking?: string | undefined }

interface SignedUp {
  /** With it the same browser is logged in when it enters the code. */
  proofToken: string
  /** For the browser to keep (identity/sign-up-token.ts). */
  signUpToken: string
  /** The warning about the GST number, which is stored for the administrator. */
  gstDoubt: string | undefined
}

/**
 * The response is the same whether or not the e-mail has an account; where it has one, the proof is worth nothing. The GST
 * number belongs to the seller who first verifies their e-mail (decision 19). Refuses: conflict for a GST number of a verified
 * seller; too-often above the sending limits.
 */
export async function signUpSeller(shop: Shop, signup: Registration, client: Client): Promise<SignedUp> {
  const { email, password } = signup
  const gst = signup.GSTNumber
  // Checked before the password is hashed, in the same way for known and unknown e-mails.
  if (await isGstTaken(shop.db, gst))
    throw new Refusal('conflict', gstTaken, { fields: { GSTNumber: gstTaken } })
  const details = registrationDetails(shop, signup)
  const { signUpToken, added: proofToken } = await signUp(
    shop,
    { email, password, client, role: 'SELLER' },
    async (tx, account) => {
      await insertSeller(tx, account.id, details)
      if (signup.undertaking === undertakingVersion) await acceptUndertaking(tx, account.id)
      return issuePasswordProof(tx, account)
    },
  )
  return { proofToken: proofToken ?? newToken().token, signUpToken, gstDoubt: details.gstDoubt ?? undefined }
}

/** What the row of the seller holds of a registration. */
export function registrationDetails(
  { secrets, config }: Pick<Shop, 'secrets' | 'config'>,
  signup: Registration,
): Registered {
  return {
    ...signup,
    gst: signup.GSTNumber,
    gstDoubt: gstDoubtOf(signup.GSTNumber, signup.state) ?? null,
    gstConfirmed: signup.gstConfirmed ?? false,
    mobile: signup.mobileNo,
    bankFullName: signup.fullName,
    ...sealBankAccount(secrets, signup.accountNo),
    ifscCode: signup.IFSCCode,
    approval: config.sellerApproval === 'automatic' ? 'approved' : 'waiting',
  }
}
