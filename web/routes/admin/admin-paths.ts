/**
 * The addresses of the administrator's pages. Their random parts are fetched from the server before the first page is
 * shown.
 */
import type { AdminPaths } from '../../../contract/admin-security.ts'

let current: AdminPaths = { overview: '', sellers: '', orders: '', customers: '' }

export function setAdminPaths(paths: AdminPaths): void {
  current = paths
}

const below = (name: string) => () => `/${current.overview}/${name}`

export const adminPaths = {
  overview: () => `/${current.overview}`,
  sellers: () => `/${current.sellers}`,
  customers: () => `/${current.customers}`,
  orders: () => `/${current.orders}`,
  sellerOrders: (email: string) => `/admin-seller-orders/${encodeURIComponent(email)}`,
  refunds: below('refunds'),
  payments: below('payments'),
  returns: below('returns'),
  returnPolicies: below('return-policies'),
  jobs: below('jobs'),
  mail: below('mail'),
  audit: below('audit'),
  security: below('security'),
}
