import { createHmac, timingSafeEqual } from 'node:crypto'

/** Lower-case hex HMAC-SHA256 over exactly these bytes. */
export function sign(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}

/** What the checkout hands to the page as `razorpay_signature`. */
export function signCheckout(keySecret: string, orderId: string, paymentId: string): string {
  return sign(keySecret, `${orderId}|${paymentId}`)
}

/** Compares secrets without telling by its time how much of them was right. */
export function timingSafeEqualText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
