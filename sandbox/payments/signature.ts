import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 in lower-case hex. */
export function sign(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}

/** The `razorpay_signature` that the checkout passes to the page. */
export function signCheckout(keySecret: string, orderId: string, paymentId: string): string {
  return sign(keySecret, `${orderId}|${paymentId}`)
}

/** Compares secrets in constant time, so that the time does not reveal how many characters match. */
export function timingSafeEqualText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
