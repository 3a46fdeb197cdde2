/** The number of an order, which people say on the telephone. */

const writtenNumber = /^([34679CDFGHJKMNPQRTVWXY]{4})([- ]?)([34679CDFGHJKMNPQRTVWXY]{4})$/

/**
 * An order's number as people type it, in the stored form (7K3M-9QTX); null for any other text. Eight digits in a row
 * are a parcel's number.
 */
export function readOrderNumber(typed: string): string | null {
  const [whole, left, hyphen, right] = writtenNumber.exec(typed.toUpperCase()) ?? []
  return whole && (hyphen || !/^\d+$/.test(whole)) ? `${left}-${right}` : null
}
