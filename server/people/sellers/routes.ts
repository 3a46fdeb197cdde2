/** Connects the endpoints of sellers' accounts and profiles, and of the profile call that both kinds of accounts share. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { payoutsStopped } from '../../../contract/auth.ts'
import { partyOf, sellerOf, sessionOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import { askingClient } from '../identity/clients.ts'
import { readCustomerProfile } from '../identity/customer-profile.ts'
import { setProofCookie, setSignUpCookie } from '../identity/sessions.ts'
import type { Shop } from '../../platform/shop.ts'
import { showBankAccount } from './bank-account.ts'
import { decideApproval, listApprovals } from './decide-approval.ts'
import { editSellerProfile } from './edit-profile.ts'
import { decidePayoutHold, payoutHoldFacts, stopPayouts } from './payout-holds.ts'
import { Refusal } from '../../platform/refusal.ts'
import { confirmGst } from './queries.ts'
import { readSellerProfile } from './read-profile.ts'
import { sendDocuments, showOwnApproval, showSellerDocument } from './send-documents.ts'
import { signUpSeller } from './sign-up-seller.ts'
import { showUndertaking, undertake } from './undertaking.ts'

export function sellerRoutes(shop: Shop, route: Registrar): void {
  route(api.auth.sellerSignup, async (context) => {
    const client = askingClient(shop, context)
    const { proofToken, signUpToken, gstDoubt } = await signUpSeller(shop, context.body, client)
    setProofCookie(shop, context, proofToken)
    setSignUpCookie(shop, context, signUpToken)
    return { msg: 'We have sent an OTP to your email. Please verify it to continue.', gstDoubt }
  })

  route(api.auth.stopPayouts, async (context) => {
    await stopPayouts(shop, context.body.token)
    return { msg: payoutsStopped }
  })
  route(
    admin.releasePayouts,
    async (context) => {
      await decidePayoutHold(shop, context.params.id, { act: 'release', ...context.body })
      return { msg: 'Payouts go on.' }
    },
    (tx, { params, body }) => payoutHoldFacts(tx, params.id, body.note),
  )
  route(admin.keepPayoutsStopped, async (context) => {
    await decidePayoutHold(shop, context.params.id, { act: 'keep', ...context.body })
    return { msg: 'Payouts stay stopped.' }
  })

  route(api.profile.editSeller, async (context) => {
    const gstDoubt = await editSellerProfile(shop, sessionOf(context), context.body)
    return { msg: 'Your profile has been successfully updated.', gstDoubt }
  })
  route(api.profile.confirmGst, async (context) => {
    if (!(await confirmGst(shop.db, sellerOf(context), context.body.gst)))
      throw new Refusal('conflict', 'Your GST number is another one now. Please load the page again.')
    return { msg: 'Thank you: both are right.' }
  })
  route(api.sellerUndertaking.get, (context) => showUndertaking(shop, sellerOf(context)))
  route(api.sellerUndertaking.accept, async (context) => {
    await undertake(shop, sellerOf(context), context.body.version)
    return { msg: 'Thank you. We have kept the text and the time.' }
  })
  route(api.sellerApproval.get, (context) => showOwnApproval(shop, sellerOf(context)))
  route(api.sellerApproval.submit, async (context) => {
    await sendDocuments(shop, sellerOf(context), context.body)
    return { msg: 'Thank you. We look at your documents and tell you by mail.' }
  })
  route(api.sellerApproval.document, (context) =>
    showSellerDocument(shop, sessionOf(context), context.params.key),
  )
  route(admin.sellerApprovals, (context) => listApprovals(shop, context.query))
  route(admin.decideSellerApproval, async (context) => {
    await decideApproval(shop, context.params.id, context.body)
    return { msg: context.body.decision === 'approve' ? 'The seller is approved.' : 'The seller is refused.' }
  })
  route(api.profile.bankAccount, (context) => {
    const session = sessionOf(context)
    return showBankAccount(shop, session, session.partyId)
  })
  // One call of the specification for two kinds of accounts.
  route(api.profile.get, (context) => {
    const { accountId, role } = partyOf(context)
    return role === 'SELLER' ? readSellerProfile(shop, accountId) : readCustomerProfile(shop, accountId)
  })
}
