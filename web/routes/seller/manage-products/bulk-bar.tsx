/** Chooses the products of the page, and changes the chosen ones. */
import { useState } from 'react'
import type { ListingEdit } from '../../../../contract/bulk-edit.ts'
import type { SellersProduct } from '../../../../contract/seller-product.ts'
import { Button } from '../../../ui/button.tsx'
import { BulkDialog } from './bulk-dialog.tsx'

interface Props {
  products: readonly SellersProduct[]
  chosen: readonly SellersProduct[]
  onChoose: (ids: ReadonlySet<string>) => void
  busy: boolean
  /** Returns whether the server has answered. */
  onEdit: (edit: ListingEdit) => Promise<boolean>
}

const small = 'px-3! py-1! text-sm'

export function BulkBar({ products, chosen, onChoose, busy, onEdit }: Props) {
  const [asking, setAsking] = useState<'price' | 'stock' | null>(null)
  const setState = (to: 'on-sale' | 'hidden') => void onEdit({ what: 'state', to, onSaleAt: null })
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-1 py-1.5 sm:px-2">
      <label className="flex min-h-11 items-center font-medium">
        <span className="flex size-11 shrink-0 items-center justify-center">
          <input
            type="checkbox"
            autoComplete="off"
            aria-label="Choose all of this page"
            checked={chosen.length > 0 && chosen.length === products.length}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(new Set(checked ? products.map(({ id }) => id) : []))
            }
            className="size-5 accent-forest"
          />
        </span>
        <span role="status">{chosen.length > 0 ? `${chosen.length} chosen` : 'Choose all of this page'}</span>
      </label>
      {chosen.length > 0 && (
        <div className="flex flex-wrap gap-2 pl-2 sm:ml-auto">
          <Button look="secondary" className={small} disabled={busy} onClick={() => setAsking('price')}>
            Price
          </Button>
          <Button look="secondary" className={small} disabled={busy} onClick={() => setAsking('stock')}>
            Stock
          </Button>
          <Button look="secondary" className={small} disabled={busy} onClick={() => setState('on-sale')}>
            Put on sale
          </Button>
          <Button look="secondary" className={small} disabled={busy} onClick={() => setState('hidden')}>
            Hide
          </Button>
        </div>
      )}
      {asking && (
        <BulkDialog
          what={asking}
          count={chosen.length}
          busy={busy}
          onEdit={async (edit) => {
            if (await onEdit(edit)) setAsking(null)
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
