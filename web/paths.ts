/** The addresses of all pages of the shop. */
export const paths = {
  home: '/',
  category: (id: number) => `/products/category/${id}`,
  subcategory: (id: number) => `/products/sub-category/${id}`,
  product: (id: string) => `/product/${id}`,
  /** All answered questions about a product. */
  questions: (id: string) => `/product/${id}/questions`,
  ask: (id: string) => `/product/${id}/ask`,
  /** A product beside others; without them beside two of its subcategory. */
  compare: (id: string, ...others: readonly string[]) =>
    `/product/${id}/compare${others.length > 0 ? `?with=${others.join(',')}` : ''}`,
  seller: (id: string) => `/seller/${id}`,
  /** `name` is the typed text, which the caller has checked not to be blank. */
  search: (name: string) => `/search/${encodeURIComponent(name.trim())}`,
  searchForm: '/search',
  /** `next` is the path of the page to open after the login. */
  login: (next?: string) => (next ? `/login?next=${encodeURIComponent(next)}` : '/login'),
  register: '/register',
  registerSeller: '/register-seller',
  resetPassword: '/reset-password',
  cart: '/cart',
  wishlist: '/wishlist',
  myOrders: '/my-orders',
  myOrder: (number: string) => `/my-orders/${number}`,
  writeReview: (number: string) => `/my-orders/${number}/review`,
  review: (id: string) => `/review/${id}`,
  question: (id: string) => `/question/${id}`,
  reportProduct: (id: string) => `/report-product/${id}`,
  complaints: '/complaints',
  complaint: (number: string) => `/complaints/${number}`,
  newComplaint: '/complaints/new',
  complaintAboutOrder: (number: string) => `/complaints/new?order=${number}`,
  complaintAboutProduct: (id: string) => `/complaints/new?product=${id}`,
  askForReturn: (orderId: string) => `/return/${orderId}`,
  profile: '/profile',
  yourData: '/your-data',
  stopPayouts: '/stop-payouts',
  sellerDashboard: '/seller-dashboard',
  sellerProfile: '/seller-profile',
  sellerApproval: '/seller-approval',
  sellerTeam: '/seller-team',
  sellerHoliday: '/seller-holiday',
  sellerReturns: '/seller-returns',
  sellerReviews: '/seller-reviews',
  sellerQuestions: '/seller-questions',
  sellerFigures: '/seller-figures',
  sellerCoupons: '/seller-coupons',
  sellerMessages: '/seller-messages',
  sellerMessage: (orderId: string) => `/seller-messages/${orderId}`,
  sellerComplaints: '/seller-complaints',
  sellerProductView: (id: string) => `/seller-product-view/${id}`,
  manageProducts: '/manage-products',
  importProducts: '/manage-products/import',
  appeal: (id: string) => `/manage-products/${id}/appeal`,
  families: '/manage-families',
  newFamily: '/manage-families/new',
  familyMatrix: '/manage-families/matrix',
  family: (id: string) => `/manage-families/${id}`,
  listing: (id: string) => `/manage-products/${id}/listing`,
  prices: (id: string) => `/manage-products/${id}/prices`,
  greenClaims: '/green-claims',
  newGreenClaim: '/green-claims/new',
  greenClaim: (id: string) => `/green-claims/${id}`,
  manageOrders: '/manage-orders',
  earnings: '/earnings',
  orderEarnings: (id: string) => `/earnings/orders/${id}`,
  statements: '/earnings/statements',
  feeInvoices: '/earnings/invoices',
  weights: '/earnings/weights',
  statement: (id: string) => `/earnings/statements/${id}`,
  addProduct: '/addproduct',
  copyProduct: (id: string) => `/addproduct?copy=${id}`,
  editProduct: (id: string) => `/edit-product/${id}`,
  faqs: '/faqs',
  contact: '/contact',
  support: '/support',
  help: '/help',
  about: '/about',
  careers: '/careers',
  shippingPolicy: '/shipping-policy',
  privacyPolicy: '/privacy-policy',
  privacyNotice: '/privacy-notice',
  returnPolicy: '/return-and-refund-policy',
  undertaking: '/undertaking',
  claimChecks: '/how-we-check-claims',
  terms: '/terms-and-conditions',
} as const

/** Whether a path is one of the seller's own pages. */
export const isSellerArea = (path: string): boolean =>
  /^\/(?:seller-|manage-|green-claims\b|earnings\b|addproduct\b|edit-product\/)/.test(path)

/**
 * The value of `?next=` if it is a path of this site, otherwise null. Browsers read '//host' and '/\host' as another
 * host.
 */
export function safeNext(next: string | null): string | null {
  if (!next || !next.startsWith('/') || /^\/[/\\]/.test(next) || /[\u0000-\u001f]/.test(next)) return null
  return next
}
