/** All endpoints of the API, grouped by noun: `api.cart.add`. */
import { address } from './address.ts'
import { admin } from './admin.ts'
import { attribute } from './attribute-calls.ts'
import { auth } from './auth.ts'
import { cart } from './cart.ts'
import { category } from './category.ts'
import { bulkEdit } from './bulk-edit.ts'
import { claim } from './claim.ts'
import { complaint } from './complaint.ts'
import { coupon } from './coupon.ts'
import { delivery } from './delivery.ts'
import { deliveryCharge } from './delivery-charge-calls.ts'
import { dispatch } from './dispatch.ts'
import { document } from './document.ts'
import { earnings } from './earnings.ts'
import type { EndpointSpec } from './endpoint.ts'
import { family } from './family-calls.ts'
import { productImports } from './product-import.ts'
import { figures } from './figures.ts'
import { greenClaim } from './green-claim-calls.ts'
import { homePage } from './home-page.ts'
import { hsn } from './hsn.ts'
import { moderation } from './moderation.ts'
import { order } from './order.ts'
import { orderMessages } from './order-messages.ts'
import { ownData, privacy } from './own-data.ts'
import { holiday } from './holiday.ts'
import { listing } from './listing.ts'
import { prices } from './prices.ts'
import { question } from './question.ts'
import { related } from './related.ts'
import { returns } from './returns.ts'
import { review } from './review.ts'
import { secondFactor } from './second-factor.ts'
import { sellerFigures } from './seller-figures.ts'
import { settings } from './settings.ts'
import { product } from './product.ts'
import { profile } from './profile.ts'
import { sellerApproval } from './seller-approval-calls.ts'
import { sellerPageCalls } from './seller-page.ts'
import { sellerUndertaking } from './seller-undertaking-calls.ts'
import { shopDocument } from './shop-document.ts'
import { team } from './team.ts'
import { webhook } from './webhook.ts'
import { weights } from './weights.ts'
import { wishlist } from './wishlist.ts'
import { wishlistMail } from './wishlist-mails.ts'

export const api = {
  auth,
  secondFactor,
  profile,
  address,
  category,
  homePage,
  product,
  related,
  attribute,
  holiday,
  bulkEdit,
  listing,
  prices,
  hsn,
  seller: sellerPageCalls,
  sellerApproval,
  sellerUndertaking,
  delivery,
  cart,
  wishlist,
  wishlistMail,
  order,
  ownData,
  privacy,
  dispatch,
  document,
  shopDocument,
  returns,
  claim,
  greenClaim,
  family,
  productImports,
  review,
  question,
  coupon,
  deliveryCharge,
  moderation,
  complaint,
  orderMessages,
  earnings,
  weights,
  team,
  settings,
  figures,
  sellerFigures,
  webhook,
  admin,
}

/** The same as a flat map with keys such as `cart.add`, which are the operation ids of the OpenAPI document. */
export const endpoints: Record<string, EndpointSpec> = Object.fromEntries(
  Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries(calls).map(([verb, spec]) => [`${noun}.${verb}`, spec]),
  ),
)
