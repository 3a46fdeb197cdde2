/** The addresses of the administrator's pages. Their random parts come from the server, before anything is shown. */
import type { AdminPaths } from '../../../contract/admin-security.ts'

let known: AdminPaths = { overview: '', sellers: '', orders: '', customers: '' }

export function learnPaths(paths: AdminPaths): void {
  known = paths
}

const below = (name: string) => () => `/${known.overview}/${name}`

export const places = {
  overview: () => `/${known.overview}`,
  sellers: () => `/${known.sellers}`,
  customers: () => `/${known.customers}`,
  orders: () => `/${known.orders}`,
  sellerOrders: (email: string) => `/admin-seller-orders/${encodeURIComponent(email)}`,
  refunds: below('refunds'),
  payments: below('payments'),
  jobs: below('jobs'),
  mail: below('mail'),
  audit: below('audit'),
  security: below('security'),
}
