import { formatRupees } from '../../contract/money.ts'
import type { BulkPrice } from '../../contract/prices.ts'

/** '10 or more: ₹90 each · 50 or more: ₹80 each' */
export const bulkWords = (steps: readonly BulkPrice[]): string =>
  steps.map(({ from, price }) => `${from} or more: ${formatRupees(price)} each`).join(' · ')
