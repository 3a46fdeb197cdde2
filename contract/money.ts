/** Conversion between rupees (API, at most two decimals) and integer paise (everywhere else), and formatting. */

/** Rupees (a JSON number) for an amount in paise. */
export function rupees(paise: number): number {
  return paise / 100
}

/** Paise for an amount in rupees; the nearest paisa, because 19.99 × 100 is not an integer in binary. */
export function paise(amountInRupees: number): number {
  return Math.round(amountInRupees * 100)
}

const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** Formats a price: ₹1,23,456, with paise only if they are not zero. */
export function formatRupees(amountInRupees: number): string {
  return Number.isInteger(amountInRupees) ? whole.format(amountInRupees) : exact.format(amountInRupees)
}

/** Formats an amount with two decimals, as on order cards: ₹1,499.00. */
export function formatAmount(amountInRupees: number): string {
  return exact.format(amountInRupees)
}
