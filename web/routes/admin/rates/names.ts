import type { CommissionRule, GstRate, LevyRate, ShippingCharge } from '../../../../contract/rates.ts'
import { formatRupees } from '../../../../contract/money.ts'

export const levyNames: Record<LevyRate['levy'], string> = {
  'gst-on-fees': 'GST on fees',
  tcs: 'TCS (GST)',
  tds: 'TDS (income tax)',
}

export const commissionName = ({ seller, category }: CommissionRule): string =>
  seller?.company ?? category?.name ?? 'All other sales'

export const shippingName = ({ upToGrams }: ShippingCharge): string =>
  upToGrams === null ? 'Heavier parcels' : `Up to ${upToGrams.toLocaleString('en-IN')} g`

export const gstName = ({ hsnPrefix, valueUpTo }: GstRate): string =>
  (hsnPrefix === '' ? 'All other goods' : hsnPrefix) +
  (valueUpTo === null ? '' : ` up to ${formatRupees(valueUpTo)}`)
