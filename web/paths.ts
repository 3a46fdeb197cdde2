/** Every address of the shop's own pages, in one place. */
export const paths = {
  home: '/',
  category: (id: number) => `/products/category/${id}`,
  subcategory: (id: number) => `/products/sub-category/${id}`,
  product: (id: string) => `/product/${id}`,
  /** `name` is what was typed; callers make sure that it is not blank. */
  search: (name: string) => `/search/${encodeURIComponent(name.trim())}`,
  searchForm: '/search',
  /** `next` is where the person goes after signing in: a path of ours. */
  login: (next?: string) => (next ? `/login?next=${encodeURIComponent(next)}` : '/login'),
  register: '/register',
  registerSeller: '/register-seller',
  resetPassword: '/reset-password',
  cart: '/cart',
  wishlist: '/wishlist',
  myOrders: '/my-orders',
  profile: '/profile',
  sellerDashboard: '/seller-dashboard',
  sellerProfile: '/seller-profile',
  sellerProductView: (id: string) => `/seller-product-view/${id}`,
  manageProducts: '/manage-products',
  manageOrders: '/manage-orders',
  addProduct: '/addproduct',
  editProduct: (id: string) => `/edit-product/${id}`,
  faqs: '/faqs',
  contact: '/contact',
  support: '/support',
  help: '/help',
  about: '/about',
  careers: '/careers',
  shippingPolicy: '/shipping-policy',
  privacyPolicy: '/privacy-policy',
  returnPolicy: '/return-and-refund-policy',
  terms: '/terms-and-conditions',
} as const

/** What `?next=` may send a person to: a path on this site and nothing that a browser reads as another host. */
export function safeNext(next: string | null): string | null {
  if (!next || !next.startsWith('/') || /^\/[/\\]/.test(next) || /[\u0000-\u001f]/.test(next)) return null
  return next
}
