/** Asks for the new price or stock of the chosen products. */
import { type FormEvent, useState } from 'react'
import { listingEdit, type ListingEdit } from '../../../../contract/bulk-edit.ts'
import type { SellersProduct } from '../../../../contract/seller-product.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TypeEach } from './type-each.tsx'

interface Way {
  words: string
  label: string
  hint?: string
  edit: (value: number) => ListingEdit
}

const ways: Record<'price' | 'stock', Way[]> = {
  price: [
    {
      words: 'Raise by percent',
      label: 'Percent',
      hint: 'New prices are rounded to whole rupees.',
      edit: (percent) => ({ what: 'price-percent', percent }),
    },
    {
      words: 'Lower by percent',
      label: 'Percent',
      hint: 'New prices are rounded to whole rupees.',
      edit: (percent) => ({ what: 'price-percent', percent: -percent }),
    },
    { words: 'Raise by an amount', label: 'Rupees', edit: (rupees) => ({ what: 'price-by', rupees }) },
    {
      words: 'Lower by an amount',
      label: 'Rupees',
      edit: (rupees) => ({ what: 'price-by', rupees: -rupees }),
    },
    { words: 'Set to one price', label: 'Price (₹)', edit: (to) => ({ what: 'price', to }) },
  ],
  stock: [
    { words: 'Add units', label: 'Units', edit: (units) => ({ what: 'stock-by', units }) },
    { words: 'Take units away', label: 'Units', edit: (units) => ({ what: 'stock-by', units: -units }) },
    {
      words: 'Set to one number',
      label: 'Units',
      hint: 'Counts what is not sold yet, with the pieces in unpaid checkouts.',
      edit: (to) => ({ what: 'stock', to }),
    },
  ],
}

interface Props {
  what: 'price' | 'stock'
  products: readonly SellersProduct[]
  busy: boolean
  /** Returns why products stay as they were, by their ids; null without an answer. */
  onEdit: (edits: ReadonlyMap<string, ListingEdit>) => Promise<Record<string, string> | null>
  onClose: () => void
}

/** Chosen in the list of ways, after those above. */
const each = -1

export function BulkDialog({ what, products: chosen, busy, onEdit, onClose }: Props) {
  const [place, setPlace] = useState(0)
  const [typed, setTyped] = useState('')
  /** Stays while another way is looked at. */
  const [typedEach, setTypedEach] = useState<Record<string, string>>({})
  const [error, setError] = useState('')
  const way = ways[what][place]
  const products = `${chosen.length} ${chosen.length === 1 ? 'product' : 'products'}`

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const value = Number(typed.trim().replaceAll(',', ''))
    const read = listingEdit.safeParse(way?.edit(value))
    if (typed.trim() === '' || value < 0 || !read.success)
      setError(
        typed.trim() === '' || !(value >= 0)
          ? 'Please type a number.'
          : (read.error?.issues[0]?.message ?? 'Please type a number.'),
      )
    else if (await onEdit(new Map(chosen.map(({ id }) => [id, read.data])))) onClose()
  }

  return (
    <Dialog
      open
      title={`${what === 'price' ? 'Price' : 'Stock'} of ${products}`}
      onClose={onClose}
      closeOnBackdrop={place !== each}
    >
      <div className="flex flex-col gap-4">
        <SelectField
          label="How"
          name="how"
          value={place}
          onChange={({ currentTarget }) => {
            setPlace(Number(currentTarget.value))
            setError('')
          }}
        >
          {ways[what].map(({ words }, i) => (
            <option key={words} value={i}>
              {words}
            </option>
          ))}
          <option value={each}>Type each {what === 'price' ? 'price' : 'number'}</option>
        </SelectField>
        {way ? (
          <form
            noValidate
            method="post"
            className="flex flex-col gap-4"
            onSubmit={(event) => void submit(event)}
          >
            <TextField
              label={way.label}
              name="value"
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
              hint={way.hint}
              error={error || undefined}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <p className="text-sm text-muted">
              {what === 'price'
                ? 'The price outside of a sale. Products for which a rule forbids it stay as they are.'
                : 'Products that do not have as many units stay as they are.'}{' '}
              You can undo the change for an hour.
            </p>
            <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              <Button look="secondary" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" busy={busy} busyLabel="Changing...">
                Change {products}
              </Button>
            </div>
          </form>
        ) : (
          <TypeEach
            what={what}
            products={chosen}
            busy={busy}
            typed={typedEach}
            onType={setTypedEach}
            onEdit={onEdit}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}
