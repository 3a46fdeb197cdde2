/** A price or a stock for each of the chosen products. What is left empty stays as it is. */
import { type FormEvent, useState } from 'react'
import { listingEdit, type ListingEdit } from '../../../../contract/bulk-edit.ts'
import { formatRupees } from '../../../../contract/money.ts'
import type { SellersProduct } from '../../../../contract/seller-product.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'

interface Props {
  what: 'price' | 'stock'
  products: readonly SellersProduct[]
  busy: boolean
  /** By the ids of the products. */
  typed: Record<string, string>
  onType: (typed: Record<string, string>) => void
  /** Returns why products stay as they were, by their ids; null without an answer. */
  onEdit: (edits: ReadonlyMap<string, ListingEdit>) => Promise<Record<string, string> | null>
  onClose: () => void
}

export function TypeEach({ what, products, busy, typed, onType, onEdit, onClose }: Props) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [nothing, setNothing] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const edits = new Map<string, ListingEdit>()
    const wrong: Record<string, string> = {}
    for (const product of products) {
      const text = (typed[product.id] ?? '').trim().replaceAll(',', '')
      if (text === '') continue
      const read = listingEdit.safeParse(editTo(what, product, Number(text)))
      if (!(Number(text) >= 0)) wrong[product.id] = 'Please type a number that is not below 0.'
      else if (read.success) edits.set(product.id, read.data)
      else wrong[product.id] = read.error.issues[0]?.message ?? 'Please type a number.'
    }
    setErrors(wrong)
    setNothing(edits.size === 0 && Object.keys(wrong).length === 0)
    if (edits.size === 0 || Object.keys(wrong).length > 0) return
    const problems = await onEdit(edits)
    if (!problems) return
    if (Object.keys(problems).length === 0) onClose()
    // What is changed is not sent again.
    onType(Object.fromEntries(Object.entries(typed).filter(([id]) => problems[id] !== undefined)))
    setErrors(problems)
  }

  return (
    <form noValidate method="post" className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <ul className="-mx-1 flex max-h-[50dvh] flex-col gap-3 overflow-y-auto px-1 pb-1">
        {products.map((product) => (
          <li key={product.id}>
            <TextField
              label={product.name}
              name={product.id}
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
              hint={nowOf(what, product)}
              error={errors[product.id]}
              value={typed[product.id] ?? ''}
              onChange={({ currentTarget: { value } }) => onType({ ...typed, [product.id]: value })}
            />
          </li>
        ))}
      </ul>
      <p role={nothing ? 'alert' : undefined} className={`text-sm ${nothing ? 'text-clay' : 'text-muted'}`}>
        {nothing
          ? `Please type a ${what === 'price' ? 'price' : 'number'} for at least one product.`
          : `What you leave empty stays as it is. ${what === 'price' ? 'Prices are those outside of a sale. ' : ''}You can undo the change for an hour.`}
      </p>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy} busyLabel="Changing...">
          Save
        </Button>
      </div>
    </form>
  )
}

/** Stock changes by as much as it differs from what was shown, so that what is sold meanwhile stays sold. */
const editTo = (what: Props['what'], { noOfUnits }: SellersProduct, value: number): ListingEdit =>
  what === 'price' ? { what, to: value } : { what: 'stock-by', units: value - noOfUnits }

function nowOf(what: Props['what'], { price, was, noOfUnits }: SellersProduct): string {
  if (what === 'stock') return `${noOfUnits.toLocaleString('en-IN')} in stock`
  return `${formatRupees(price)}${was === null ? '' : ' in a sale'}`
}
