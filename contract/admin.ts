/**
 * Endpoints for the role ADMIN (specification §2, §6, §7; api-rules §2). This file has those that the specification
 * names; the others are in the files admin*.ts, rates.ts and approvals.ts.
 *
 * Pages import `admin` from here, not `api.admin`: the scripts that visitors load do not contain this group
 * (web/bundling/slim-contract.ts). Every list takes `q`, `limit` and `cursor` and returns a plain array, newest first, with
 * X-Total-Count and Link. With a search or a filter a total of `limits.countFiltered` means 'at least'.
 */
import { z } from 'zod'
import { administrators } from './administrators.ts'
import { adminAttributes } from './admin-attributes.ts'
import { adminClaims } from './admin-claims.ts'
import { adminCoupons } from './admin-coupons.ts'
import { adminComplaints } from './admin-complaints.ts'
import { adminDeliveryCharge } from './delivery-charge-calls.ts'
import { adminDisputes } from './admin-disputes.ts'
import { adminDeclarations } from './admin-declarations.ts'
import { adminGreenClaims } from './admin-green-claims.ts'
import { adminHomePage } from './admin-home-page.ts'
import { adminHold } from './admin-hold.ts'
import { adminLedger } from './admin-ledger.ts'
import { adminModeration, moderationRecord } from './admin-moderation.ts'
import { adminMoney } from './admin-money.ts'
import { accountList, accountState, adminPeople, searchableList, sellerList } from './admin-people.ts'
import { adminSearchWords } from './admin-search-words.ts'
import { adminSecurity } from './admin-security.ts'
import { adminOwnData } from './admin-own-data.ts'
import { adminReturns } from './admin-returns.ts'
import { adminQuestions } from './admin-questions.ts'
import { adminReviews } from './admin-reviews.ts'
import { adminSellerApprovals } from './admin-seller-approvals.ts'
import { adminSettlements } from './admin-settlements.ts'
import { adminShopDocuments } from './admin-shop-documents.ts'
import { adminWeights } from './admin-weights.ts'
import { adminWork } from './admin-work.ts'
import { approvals } from './approvals.ts'
import { anyDuty, endpoint, teamAreas, workLimits } from './endpoint.ts'
import { digits, emailFilter, file, id, message, numericId, text } from './fields.ts'
import { limits } from './limits.ts'
import { orderReply, orderStatus } from './order.ts'
import { customerProfile } from './profile.ts'
import { adminRates } from './rates.ts'
import { shownRecipient, wishesReply } from './recipient.ts'
import { approvalStates } from './seller-approval.ts'
import { sellerProfile } from './seller.ts'

export const categoryAdded = 'Catogary added Successfully'
export const subcategoryAdded = 'Subcatogary added Successfully'
export const categoryDeleted = 'Catogary Deleted Successfully'
export const subcategoryRemoved = 'Subcategory removed'

const categoryName = text(limits.nameLength, 'Category name is required')

export const createSubcategoryBody = z.object({
  name: text(limits.nameLength, 'Subcategory name is required'),
  /** A picture of the shop's own store or of the configured image host, or any https URL. */
  imageUrl: text(1_000, 'Image URL is required'),
  categoryId: digits('Parent category is required').pipe(
    z
      .number({ error: 'Parent category is required' })
      .int('Parent category is required')
      .positive('Parent category is required')
      .max(2_147_483_647, 'Parent category is required'),
  ),
})

/** `accountNo` is masked except for its last four digits; the endpoint `bankAccount` returns the whole number. */
export const adminSeller = sellerProfile.extend({
  ...accountState,
  secondFactor: z.boolean(),
  moderation: moderationRecord,
  approval: z.enum(approvalStates),
  /** Who acts for the shop beside its owner, by name. */
  team: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      areas: z.array(z.enum(teamAreas)),
      joinedAt: z.iso.datetime(),
      isSuspended: z.boolean(),
    }),
  ),
})
export type AdminSeller = z.output<typeof adminSeller>

export const adminCustomer = customerProfile.extend(accountState)
export type AdminCustomer = z.output<typeof adminCustomer>

/** `shipmentLabelUrl` is a path of this server for an ADMIN; `needsAttention` says what a person has to do. */
export const adminOrder = orderReply.extend({
  customer: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  sellerCompany: z.string(),
  /** Where it is not the customer. */
  recipient: shownRecipient.nullable(),
  ...wishesReply,
  needsAttention: z.string().nullable(),
  /** Whether `refundOrder` would accept this order. */
  refundable: z.boolean(),
  /** Its seller is suspended: the parcel is stopped, and the order is refunded then. Null for any other order. */
  stoppedUntil: z.iso.datetime().nullable(),
  /** What `refundPart` may still refund: pieces, rupees, and whether the parcel was handed over. Null where nothing is left. */
  partRefund: z.object({ units: z.number().int(), amount: z.number(), sold: z.boolean() }).nullable(),
})
export type AdminOrder = z.output<typeof adminOrder>

export const adminOrdersQuery = searchableList.extend({
  /** Only the orders of this seller, for the page /admin-seller-orders/{email}. */
  sellerEmail: emailFilter.optional(),
  status: orderStatus.optional(),
  /** 'yes': only orders that need attention. */
  attention: z.enum(['yes']).optional(),
})

/** `products` counts all products that are not deleted, also of suspended sellers; above 0 the category cannot be deleted. */
const counted = { products: z.number().int() }
export const categoryTree = z.array(
  z.object({
    id: z.number().int(),
    name: z.string(),
    ...counted,
    subcategories: z.array(
      z.object({ id: z.number().int(), name: z.string(), imageUrl: z.string(), ...counted }),
    ),
  }),
)
export type CategoryTree = z.output<typeof categoryTree>

export const adminCounts = z.object({
  products: z.number().int(),
  customers: z.number().int(),
  orders: z.number().int(),
  sellers: z.number().int(),
})

const ADMIN = ['ADMIN'] as const
const created = message.extend({ id: z.number().int(), name: z.string() })

const countedLists = [
  'orders',
  'sellers',
  'customers',
  'payouts',
  'seller-approvals',
  'complaints',
  'green-claims',
  'listings',
] as const

export const admin = {
  allSellers: endpoint({
    method: 'GET',
    path: '/public/admin/all-sellers',
    roles: ADMIN,
    duties: anyDuty,
    summary:
      'All sellers, newest first, or those of one state. `q` searches company, e-mail, mobile, GST number and city.',
    query: sellerList,
    reply: z.array(adminSeller),
    paged: true,
  }),
  allOrders: endpoint({
    method: 'GET',
    path: '/public/admin/all-orders',
    roles: ADMIN,
    duties: ['finance', 'support'],
    summary:
      'All orders, newest first; `sellerEmail` filters by seller. `q` is an order number or a part of it, order id, AWB number, e-mail of a buyer or seller, name or mobile of a buyer, or words of the product name. `status=cancelled` has every order that ended without a delivery, also after its refund.',
    query: adminOrdersQuery,
    reply: z.array(adminOrder),
    paged: true,
  }),
  allCustomers: endpoint({
    method: 'GET',
    path: '/public/admin/all-customers',
    roles: ADMIN,
    duties: ['finance', 'support'],
    summary: 'All customers, newest first, or those of one state. `q` searches names, e-mail and mobile.',
    query: accountList,
    reply: z.array(adminCustomer),
    paged: true,
  }),
  stateCounts: endpoint({
    method: 'GET',
    path: '/public/admin/state-counts',
    roles: ADMIN,
    duties: anyDuty,
    summary: `How many rows of a list its filters have, each counted up to ${limits.countStates}.`,
    query: z.object({ list: z.enum(countedLists, { error: 'There is no such list.' }) }),
    reply: z.array(z.object({ state: z.string(), count: z.number().int() })),
  }),
  countProducts: endpoint({
    method: 'GET',
    path: '/public/admin/products/count',
    roles: ADMIN,
    duties: anyDuty,
    summary: 'How many products there are, as a number.',
    reply: z.number().int(),
  }),
  createCategory: endpoint({
    method: 'GET',
    path: '/public/admin/create-category/{name}',
    roles: ADMIN,
    duties: ['catalogue'],
    mutates: true,
    alias: { method: 'POST', path: '/public/admin/create-category/{name}' },
    summary: 'Create a category. 409 for a name that is taken; case does not matter.',
    params: z.object({ name: categoryName }),
    reply: created,
  }),
  createSubcategory: endpoint({
    method: 'POST',
    path: '/public/admin/create-subcategory',
    roles: ADMIN,
    duties: ['catalogue'],
    summary: 'Create a subcategory. 404 for an unknown category, 409 for a name that is taken in it.',
    body: createSubcategoryBody,
    reply: created,
  }),
  deleteCategory: endpoint({
    method: 'DELETE',
    path: '/public/admin/delete-category/{id}',
    roles: ADMIN,
    duties: ['catalogue'],
    summary:
      'Delete a category with its empty subcategories. 409 while it has products; the text names where.',
    params: z.object({ id: numericId }),
    reply: message,
  }),
  deleteSubcategory: endpoint({
    method: 'DELETE',
    path: '/public/admin/delete-subcategory/{id}',
    roles: ADMIN,
    duties: ['catalogue'],
    summary: 'Delete a subcategory. 409 while it has products.',
    params: z.object({ id: numericId }),
    reply: message,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/public/admin/counts',
    roles: ADMIN,
    duties: anyDuty,
    summary: 'The four counters of the overview, cached for some seconds.',
    reply: adminCounts,
  }),
  categoryTree: endpoint({
    method: 'GET',
    path: '/public/admin/category-tree',
    roles: ADMIN,
    duties: anyDuty,
    summary: 'Categories with their subcategories, by name, each with the number of its products.',
    reply: categoryTree,
  }),
  label: endpoint({
    method: 'GET',
    path: '/public/admin/orders/{id}/label',
    roles: ADMIN,
    duties: ['support'],
    summary: 'The shipping label of any order, a PDF. Each call is written to the audit.',
    params: z.object({ id }),
    reply: file,
    file: 'application/pdf',
  }),
  document: endpoint({
    method: 'GET',
    path: '/public/admin/documents/{id}',
    roles: ADMIN,
    duties: ['finance', 'support'],
    costly: ['render'],
    limits: workLimits,
    summary: 'Any invoice or credit note, a PDF. Each call is written to the audit.',
    params: z.object({ id }),
    reply: file,
    file: 'application/pdf',
  }),
  ...adminPeople,
  ...adminMoney,
  ...adminClaims,
  ...adminWeights,
  ...adminDeclarations,
  ...adminAttributes,
  ...adminGreenClaims,
  ...adminHomePage,
  ...adminModeration,
  ...adminReviews,
  ...adminSearchWords,
  ...adminQuestions,
  ...adminCoupons,
  ...adminDeliveryCharge,
  ...adminOwnData,
  ...adminComplaints,
  ...adminReturns,
  ...adminRates,
  ...adminWork,
  ...adminSecurity,
  ...administrators,
  ...approvals,
  ...adminSellerApprovals,
  ...adminSettlements,
  ...adminShopDocuments,
  ...adminLedger,
  ...adminDisputes,
  ...adminHold,
}
