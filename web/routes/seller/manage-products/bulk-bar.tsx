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
  /** Returns why products stay as they were, by their ids; null without an answer. */
  onEdit: (edits: ReadonlyMap<string, ListingEdit>) => Promise<Record<string, string> | null>
  onDelete: () => void
}

const small = 'px-3! py-1! text-sm'

export function BulkBar({ products, chosen, onChoose, busy, onEdit, onDelete }: Props) {
  /** The products as they were chosen, of which none is chosen any more once some are changed. */
  const [asking, setAsking] = useState<{ what: 'price' | 'stock'; ids: ReadonlySet<string> } | null>(null)
  const ids = new Set(chosen.map(({ id }) => id))
  const setState = (to: 'on-sale' | 'hidden') =>
    void onEdit(new Map([...ids].map((id) => [id, { what: 'state', to, onSaleAt: null }])))
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
          <Button
            look="secondary"
            className={small}
            disabled={busy}
            onClick={() => setAsking({ what: 'price', ids })}
          >
            Price
          </Button>
          <Button
            look="secondary"
            className={small}
            disabled={busy}
            onClick={() => setAsking({ what: 'stock', ids })}
          >
            Stock
          </Button>
          <Button look="secondary" className={small} disabled={busy} onClick={() => setState('on-sale')}>
            Put on sale
          </Button>
          <Button look="secondary" className={small} disabled={busy} onClick={() => setState('hidden')}>
            Hide
          </Button>
          <Button
            look="secondary"
            className={`${small} border-clay! text-clay! hover:bg-clay-soft!`}
            disabled={busy}
            onClick={onDelete}
          >
            Delete
          </Button>
        </div>
      )}
      {asking && (
        <BulkDialog
          what={asking.what}
          products={products.filter(({ id }) => asking.ids.has(id))}
          busy={busy}
          onEdit={onEdit}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
