/**
 * The administrator's calls (specification §2, §6, §7; api-rules §2). The paths of the specification stand first; what
 * people expect beyond them is in admin-people.ts, admin-money.ts, admin-work.ts and admin-security.ts. All are for ADMIN.
 *
 * Pages import `admin` from here and not `api.admin`: the scripts that visitors load leave this group out (web/bundling/slim-contract.ts).
 * Every list takes `q`, `limit` and `cursor` and answers a plain array, newest first, with X-Total-Count and Link. A total of
 * `limits.countFiltered` means 'at least' where a search or a filter is on.
 */
import { z } from 'zod'
import { adminMoney } from './admin-money.ts'
import { accountState, adminPeople, searched } from './admin-people.ts'
import { adminSecurity } from './admin-security.ts'
import { adminWork } from './admin-work.ts'
import { endpoint } from './endpoint.ts'
import { emailFilter, file, id, message, numericId, text } from './fields.ts'
import { limits } from './limits.ts'
import { orderReply, orderStatus } from './order.ts'
import { customerProfile } from './profile.ts'
import { sellerProfile } from './seller.ts'

export const categoryAdded = 'Catogary added Successfully'
export const subcategoryAdded = 'Subcatogary added Successfully'
export const categoryDeleted = 'Catogary Deleted Successfully'
export const subcategoryRemoved = 'Subcategory removed'

const categoryName = text(limits.nameLength, 'Category name is required')

export const createSubcategoryBody = z.object({
  name: text(limits.nameLength, 'Subcategory name is required'),
  /** A picture of our own store, of the configured cloud, or any https address. */
  imageUrl: text(1_000, 'Image URL is required'),
  categoryId: z.coerce
    .number({ error: 'Parent category is required' })
    .int('Parent category is required')
    .positive('Parent category is required')
    .max(2_147_483_647, 'Parent category is required'),
})

/** `accountNo` shows its last four digits; `bankAccount` answers the whole number. */
export const adminSeller = sellerProfile.extend(accountState)
export type AdminSeller = z.output<typeof adminSeller>

export const adminCustomer = customerProfile.extend(accountState)
export type AdminCustomer = z.output<typeof adminCustomer>

/** `shipmentLabelUrl` is a path of this server for an ADMIN; `needsAttention` says what a person should see to. */
export const adminOrder = orderReply.extend({
  customer: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  sellerCompany: z.string(),
  needsAttention: z.string().nullable(),
  /** Whether its money may go back (`refundOrder`). */
  refundable: z.boolean(),
})
export type AdminOrder = z.output<typeof adminOrder>

export const adminOrdersQuery = searched.extend({
  /** The orders of this seller alone: /admin-seller-orders/{email}. */
  sellerEmail: emailFilter.optional(),
  status: orderStatus.optional(),
  /** 'yes': only orders that a person should see to. */
  attention: z.enum(['yes']).optional(),
})

/** `products` counts all that are not deleted, a suspended seller's too: while there is one, nothing can be deleted. */
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

export const admin = {
  allSellers: endpoint({
    method: 'GET',
    path: '/public/admin/all-sellers',
    roles: ADMIN,
    mutates: false,
    summary: 'All sellers, newest first. `q` is looked for in company, e-mail, mobile, GST number and city.',
    query: searched,
    reply: z.array(adminSeller),
    paged: true,
  }),
  allOrders: endpoint({
    method: 'GET',
    path: '/public/admin/all-orders',
    roles: ADMIN,
    mutates: false,
    summary:
      'All orders, newest first; `sellerEmail` keeps those of one seller. `q` is an order id, AWB number, e-mail of a buyer or seller, or words of the product name.',
    query: adminOrdersQuery,
    reply: z.array(adminOrder),
    paged: true,
  }),
  allCustomers: endpoint({
    method: 'GET',
    path: '/public/admin/all-customers',
    roles: ADMIN,
    mutates: false,
    summary: 'All customers, newest first. `q` is looked for in names, e-mail and mobile.',
    query: searched,
    reply: z.array(adminCustomer),
    paged: true,
  }),
  countProducts: endpoint({
    method: 'GET',
    path: '/public/admin/products/count',
    roles: ADMIN,
    mutates: false,
    summary: 'How many products there are, as a number.',
    reply: z.number().int(),
  }),
  createCategory: endpoint({
    method: 'GET',
    path: '/public/admin/create-category/{name}',
    roles: ADMIN,
    mutates: true,
    alias: { method: 'POST', path: '/public/admin/create-category/{name}' },
    summary: 'Make a category. 409 for a name that is taken, in whatever case.',
    params: z.object({ name: categoryName }),
    reply: created,
  }),
  createSubcategory: endpoint({
    method: 'POST',
    path: '/public/admin/create-subcategory',
    roles: ADMIN,
    mutates: true,
    summary: 'Make a subcategory. 404 for an unknown category, 409 for a name taken in it.',
    body: createSubcategoryBody,
    reply: created,
  }),
  deleteCategory: endpoint({
    method: 'DELETE',
    path: '/public/admin/delete-category/{id}',
    roles: ADMIN,
    mutates: true,
    summary: 'Delete a category with its empty subcategories. 409, naming them, while it has products.',
    params: z.object({ id: numericId }),
    reply: message,
  }),
  deleteSubcategory: endpoint({
    method: 'DELETE',
    path: '/public/admin/delete-subcategory/{id}',
    roles: ADMIN,
    mutates: true,
    summary: 'Delete a subcategory. 409 while it has products.',
    params: z.object({ id: numericId }),
    reply: message,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/public/admin/counts',
    roles: ADMIN,
    mutates: false,
    summary: 'The four counters of the overview, some seconds old at most.',
    reply: adminCounts,
  }),
  categoryTree: endpoint({
    method: 'GET',
    path: '/public/admin/category-tree',
    roles: ADMIN,
    mutates: false,
    summary: 'Categories with their subcategories, by name, each with the number of its products.',
    reply: categoryTree,
  }),
  label: endpoint({
    method: 'GET',
    path: '/public/admin/orders/{id}/label',
    roles: ADMIN,
    mutates: false,
    summary: 'The shipping label of any order, a PDF. Each one that is opened is written down.',
    params: z.object({ id }),
    reply: file,
    file: 'application/pdf',
  }),
  ...adminPeople,
  ...adminMoney,
  ...adminWork,
  ...adminSecurity,
}
