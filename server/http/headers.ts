/** The security headers of every answer. */

export interface HeaderRules {
  scriptHashes: readonly string[]
  /** The payment provider's script host, when the real one is used. */
  paymentOrigin: string | undefined
  /** The image cloud's upload host, when one is configured. */
  uploadOrigin: string | undefined
  https: boolean
}

/** The content policy of what is no page of the shop: files, pictures, refusals. That of pages is five times as long. */
export const plainPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

/** The content policy of pages: nothing inline but the constant scripts of the pages themselves. */
function contentPolicy({ scriptHashes, paymentOrigin, uploadOrigin }: HeaderRules): string {
  const provider = paymentOrigin ? [paymentOrigin, 'https://api.razorpay.com'] : []
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes, ...provider.slice(0, 1)].join(' '),
    // React and the toasts set style attributes and one style element.
    "style-src 'self' 'unsafe-inline'",
    // blob: previews of pictures that a seller has chosen.
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    ["connect-src 'self'", ...provider, ...(uploadOrigin ? [uploadOrigin] : [])].join(' '),
    ['frame-src', ...(provider.length > 0 ? provider : ["'none'"])].join(' '),
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Made once at start; set on every answer that does not bring its own. */
export function securityHeaders(rules: HeaderRules): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(rules),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': rules.paymentOrigin ? 'same-origin-allow-popups' : 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(rules.https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}
