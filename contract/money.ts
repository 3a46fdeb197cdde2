/** Money is rupees with at most two decimals on the wire and integer paise inside. */

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

/** A price as a shop writes it: ₹1,23,456, with paise only where there are any. */
export function formatRupees(amountInRupees: number): string {
  return Number.isInteger(amountInRupees) ? whole.format(amountInRupees) : exact.format(amountInRupees)
}

/** An amount with two decimals always, as order cards show it: ₹1,499.00. */
export function formatAmount(amountInRupees: number): string {
  return exact.format(amountInRupees)
}
