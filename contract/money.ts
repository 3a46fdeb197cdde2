/** Conversion between rupees (API, at most two decimals) and integer paise (everywhere else), and formatting. */

/** Rupees (a JSON number) for an amount in paise. */
export function rupees(paise: number): number {
  return paise / 100
}

/** Paise for an amount in rupees; the nearest paisa, because 19.99 × 100 is not an integer in binary. */
export function paise(amountInRupees: number): number {
  return Math.round(amountInRupees * 100)
}

/** Formats a price: ₹1,23,456, with paise only if they are not zero. */
export function formatRupees(amountInRupees: number): string {
  return format(amountInRupees, Number.isInteger(amountInRupees) ? 0 : 2)
}

/** Formats an amount with two decimals, as on order cards: ₹1,499.00. */
export function formatAmount(amountInRupees: number): string {
  return format(amountInRupees, 2)
}

/** Without `Intl.NumberFormat`: to make the first one takes a phone about 80 ms, on every page that shows a price. */
function format(amount: number, decimals: 0 | 2): string {
  const [whole = '', fraction] = Math.abs(amount).toFixed(decimals).split('.')
  return `${amount < 0 ? '-' : ''}₹${inGroups(whole)}${fraction ? `.${fraction}` : ''}`
}

/** Digits as they are grouped in India: the last three, and before them two and two. */
function inGroups(digits: string): string {
  let grouped = digits.slice(-3)
  for (let end = digits.length - 3; end > 0; end -= 2)
    grouped = `${digits.slice(Math.max(end - 2, 0), end)},${grouped}`
  return grouped
}
