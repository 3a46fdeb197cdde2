import type { AdminListing } from '../../../../contract/admin-moderation.ts'
import { declarationLabels } from '../../../../contract/declaration.ts'
import { formatAmount } from '../../../../contract/money.ts'

/** What a listing declares by law, and what it lacks. */
export function Declared({ listing: { declaration: d, missing } }: { listing: AdminListing }) {
  const rows = [
    ['Common name', d.commonName],
    ['Net quantity', d.netQuantity === null ? null : `${d.netQuantity} ${d.netUnit}`],
    ['MRP', d.mrp === null ? null : formatAmount(d.mrp)],
    ['Country of origin', d.originName],
    ['Made by', d.maker],
    ['Packed by', d.packer],
    ['Imported by', d.importer],
    ['Customer care', d.careContact],
    ['Best before', d.shelfLifeDays === null ? null : `${d.shelfLifeDays} days from packing`],
    ['Size', d.size],
    ['FSSAI number', d.fssaiLicence],
    ['Cosmetics licence', d.cosmeticsLicence],
  ] as const
  return (
    <>
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {rows.map(
          ([term, value]) =>
            value !== null && (
              <div key={term} className="min-w-0 wrap-anywhere">
                <dt className="text-muted">{term}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {missing.length > 0 && (
        <p className="mt-2 text-clay">
          Not declared: {missing.map((need) => declarationLabels[need]).join(', ')}
        </p>
      )}
    </>
  )
}
