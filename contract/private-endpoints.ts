/** The calls that only pages behind a log-in make: their scripts have them, and no other page's (web/bundling/slim-contract.ts). */
import { attribute } from './attribute-calls.ts'
import { bulkEdit } from './bulk-edit.ts'
import { claim } from './claim.ts'
import { complaint } from './complaint.ts'
import { coupon } from './coupon.ts'
import { deliveryCharge } from './delivery-charge-calls.ts'
import { dispatch } from './dispatch.ts'
import { document } from './document.ts'
import { earnings } from './earnings.ts'
import { family } from './family-calls.ts'
import { holiday } from './holiday.ts'
import { hsn } from './hsn.ts'
import { listing } from './listing.ts'
import { moderation } from './moderation.ts'
import { order } from './order.ts'
import { orderMessages } from './order-messages.ts'
import { ownData } from './own-data.ts'
import { prices } from './prices.ts'
import { productImports } from './product-import.ts'
import { question } from './question.ts'
import { returns } from './returns.ts'
import { secondFactor } from './second-factor.ts'
import { sellerApproval } from './seller-approval-calls.ts'
import { sellerFigures } from './seller-figures.ts'
import { sellerUndertaking } from './seller-undertaking-calls.ts'
import { shopDocument } from './shop-document.ts'
import { team } from './team.ts'
import { weights } from './weights.ts'
import { wishlistMail } from './wishlist-mails.ts'

export const privateApi = {
  secondFactor,
  attribute,
  bulkEdit,
  holiday,
  hsn,
  family,
  order,
  ownData,
  dispatch,
  document,
  shopDocument,
  returns,
  claim,
  complaint,
  coupon,
  listing,
  deliveryCharge,
  moderation,
  orderMessages,
  prices,
  productImports,
  question,
  earnings,
  sellerApproval,
  sellerFigures,
  sellerUndertaking,
  team,
  weights,
  wishlistMail,
}
