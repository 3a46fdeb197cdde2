/** The payment provider's checkout script and its one window, as its public documentation describes them. */
import type { z } from 'zod'
import type { order } from '../../../../contract/order.ts'

/** What the provider hands over after a payment. */
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

const patience = 20_000
let loading: Promise<void> | undefined

/** Loads the script once. A failed load is forgotten, so that the next press tries again. */
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
    setTimeout(() => !window.Razorpay && fail(), patience)
    document.head.append(script)
  })
  return loading
}

/** Opens the window; answers the three fields after a payment, null when the person closed it. */
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
