/** The security headers of every response. */
export interface SecurityHeaderOptions {
  scriptHashes: readonly string[]
  /** The payment provider's script host, when the real one is used. */
  paymentOrigin: string | undefined
  /** The image cloud's upload host, when one is configured. */
  uploadOrigin: string | undefined
  https: boolean
}

/** The content security policy of everything but pages: files, pictures, errors. It is a fifth as long as that of pages. */
export const plainPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

/** The content security policy of pages: of inline scripts only the constant ones of the pages, by hash. */
function contentPolicy({ scriptHashes, paymentOrigin, uploadOrigin }: SecurityHeaderOptions): string {
  const provider = paymentOrigin ? [paymentOrigin, 'https://api.razorpay.com'] : []
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes, ...provider.slice(0, 1)].join(' '),
    // React and the toasts need style attributes and a style element.
    "style-src 'self' 'unsafe-inline'",
    // blob: for previews of pictures that a seller has chosen.
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    ["connect-src 'self'", ...provider, ...(uploadOrigin ? [uploadOrigin] : [])].join(' '),
    // Of our own replies only the pages of a document that the administrator reviews allow to be in a frame.
    ["frame-src 'self'", ...provider].join(' '),
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Computed once at start and set on every response that does not have its own. */
export function securityHeaders(rules: SecurityHeaderOptions): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(rules),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': rules.paymentOrigin ? 'same-origin-allow-popups' : 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(rules.https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}
