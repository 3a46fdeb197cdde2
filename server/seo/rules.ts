/** robots.txt and sitemaps as texts, made of plain values. */

/** Public pages beside the catalogue (specification §2). */
export const staticPages = [
  '/shipping-policy',
  '/privacy-policy',
  '/faqs',
  '/contact',
  '/return-and-refund-policy',
  '/terms-and-conditions',
  '/support',
  '/about',
  '/careers',
  '/register-seller',
]

/** Pages of one person, and what is no page. The administrator's pages are not listed, which would tell their addresses; they have a noindex. */
const disallowedPaths = [
  '/api/',
  '/dev/',
  '/sandbox/',
  '/cart',
  '/wishlist',
  '/profile',
  '/my-orders',
  '/reset-password',
  '/addproduct',
  '/seller-dashboard',
  '/seller-profile',
  '/seller-product-view/',
  '/manage-products',
  '/manage-orders',
  '/edit-product/',
  // What a client-side navigation loads: the data of a page.
  '/*.data$',
]

export function robotsText(publicUrl: string): string {
  return [
    'User-agent: *',
    'Allow: /',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
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
