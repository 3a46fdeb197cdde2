/**
 * The addresses of the administrator's pages. Their random parts are fetched from the server before the first page is
 * shown.
 */
import type { AdminPaths } from '../../../contract/admin-security.ts'
import type { RateKind } from '../../../contract/rates.ts'

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
  money: below('money'),
  runs: below('settlements'),
  run: (id: string) => `/${current.overview}/settlements/${id}`,
  statement: (id: string) => `/${current.overview}/statements/${id}`,
  payouts: below('payouts'),
  shopDocuments: below('own-invoices'),
  providerSettlements: below('paid-to-bank'),
  reconciliations: below('reconciliation'),
  reconciliation: (day: string) => `/${current.overview}/reconciliation/${day}`,
  exceptions: below('exceptions'),
  weights: below('courier'),
  allRates: below('rates/'),
  rates: (kind: RateKind) => `/${current.overview}/rates/${kind}`,
  coupons: below('coupons'),
  deliveryCharge: below('delivery-charge'),
  refunds: below('refunds'),
  payments: below('payments'),
  disputes: below('disputes'),
  dispute: (id: string) => `/${current.overview}/disputes/${id}`,
  returns: below('returns'),
  claims: below('not-received'),
  declarations: below('declarations'),
  attributes: below('attributes'),
  attribute: (id: string) => `/${current.overview}/attributes/${id}`,
  greenClaims: below('green-claims'),
  greenWords: below('green-words'),
  homePage: below('home-page'),
  listings: below('listings'),
  searchWords: below('search-words'),
  sellerApprovals: below('seller-approvals'),
  reviews: below('reviews'),
  questions: below('questions'),
  complaints: below('complaints'),
  complaint: (id: string) => `/${current.overview}/complaints/${id}`,
  returnPolicies: below('return-policies'),
  timers: below('timers'),
  jobs: below('jobs'),
  mail: below('mail'),
  administrators: below('administrators'),
  approvals: below('waiting'),
  hold: below('hold'),
  audit: below('audit'),
  security: below('security'),
}
