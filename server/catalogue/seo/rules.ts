/** Generates robots.txt and the XML of the sitemap. */

/** Public pages other than those of the catalogue (specification §2). */
export const staticPages = [
  '/shipping-policy',
  '/privacy-policy',
  '/privacy-notice',
  '/faqs',
  '/help',
  '/contact',
  '/return-and-refund-policy',
  '/terms-and-conditions',
  '/support',
  '/about',
  '/careers',
  '/undertaking',
  '/how-we-check-claims',
  '/register-seller',
]

/**
 * Private pages, and paths that are no page. The secret paths of the admin pages must not be listed; those pages have a
 * noindex.
 */
const disallowed = [
  '/api/',
  '/dev/',
  '/sandbox/',
  '/cart',
  '/wishlist',
  '/profile',
  '/your-data',
  '/my-orders',
  '/complaints',
  '/report-product/',
  '/return/',
  '/review/',
  '/product/*/ask$',
  '/question/',
  '/reset-password',
  '/invitation',
  '/stop-payouts',
  '/addproduct',
  '/seller-dashboard',
  '/seller-profile',
  '/seller-approval',
  '/seller-team',
  '/seller-returns',
  '/seller-reviews',
  '/seller-questions',
  '/seller-figures',
  '/seller-coupons',
  '/seller-complaints',
  '/seller-messages',
  '/seller-product-view/',
  '/manage-products',
  '/manage-families',
  '/manage-orders',
  '/earnings',
  '/edit-product/',
  // The data of client navigations, which repeat the content of the pages.
  '/*.data$',
]

export function robotsText(publicUrl: string): string {
  return [
    'User-agent: *',
    'Allow: /',
    ...disallowed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'
const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export function sitemapIndex(addresses: readonly string[]): string {
  const rows = addresses.map((address) => `<sitemap><loc>${escape(address)}</loc></sitemap>\n`)
  return `${xmlHead}<sitemapindex ${schema}>\n${rows.join('')}</sitemapindex>\n`
}

export function sitemap(pages: readonly { address: string; changed?: Date }[]): string {
  const rows = pages.map(({ address, changed }) => {
    const when = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
    return `<url><loc>${escape(address)}</loc>${when}</url>\n`
  })
  return `${xmlHead}<urlset ${schema}>\n${rows.join('')}</urlset>\n`
}
