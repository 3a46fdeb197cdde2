/** The payment provider's browser script and the window that it opens (providers.md §1.4). */
import type { z } from 'zod'
import type { order } from '../../contract/order.ts'

/** The three fields that the provider returns after a payment. */
export type PaymentAnswer = z.input<typeof order.verifyPayment.body>

interface Options {
  key: string
  /** In paise. */
  amount: number
  currency: 'INR'
  name: string
  order_id: string
  /** Seconds after which the window closes. */
  timeout: number
  prefill: { name?: string; email?: string; contact?: string }
  theme: { color: string }
  handler: (answer: PaymentAnswer) => void
  modal: { ondismiss: () => void }
}

declare global {
  interface Window {
    Razorpay?: new (options: Options) => { open(): void }
  }
}

const loadTimeoutMs = 20_000
let loading: Promise<void> | undefined

/** Loads the script once. After a failed load the next call tries again. */
export function loadPaymentScript(url: string): Promise<void> {
  if (window.Razorpay) return Promise.resolve()
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      loading = undefined
      script.remove()
      reject(new Error(`no payment script from ${url}`))
    }
    script.src = url
    script.async = true
    script.onload = () => (window.Razorpay ? resolve() : fail())
    script.onerror = fail
    setTimeout(() => !window.Razorpay && fail(), loadTimeoutMs)
    document.head.append(script)
  })
  return loading
}

/** Opens the window. Returns the provider's fields after a payment, null where the buyer closed the window. */
export function openPaymentWidget(
  options: Omit<Options, 'handler' | 'modal' | 'currency' | 'theme'>,
): Promise<PaymentAnswer | null> {
  const { Razorpay } = window
  if (!Razorpay) throw new Error('the payment script is not loaded')
  const color = getComputedStyle(document.documentElement).getPropertyValue('--color-forest').trim()
  return new Promise((resolve) => {
    new Razorpay({
      ...options,
      currency: 'INR',
      theme: { color },
      handler: resolve,
      modal: { ondismiss: () => resolve(null) },
    }).open()
  })
}
