/** Razorpay's two signatures (providers.md §1.5), compared in constant time. */
import { createHmac, timingSafeEqual } from 'node:crypto'

function matches(secret: string, message: string | Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(message).digest()
  // Anything but 64 hex digits cannot be right, and Buffer.from would silently shorten it.
  if (!/^[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

export function checkoutSignatureMatches(
  keySecret: string,
  orderId: string,
  paymentId: string,
  signature: string,
): boolean {
  return matches(keySecret, `${orderId}|${paymentId}`, signature)
}

export function webhookSignatureMatches(webhookSecret: string, rawBody: Buffer, signature: string): boolean {
  return matches(webhookSecret, rawBody, signature)
}
