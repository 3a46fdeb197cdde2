import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { firstInDialog } from '../../../ui/first-in-dialog.ts'
import {
  attributeField,
  type FieldName,
  isAttributeField,
  labels,
  type Values,
  valueOf,
} from '../product-form/form-values.ts'
import type { Choices } from '../product-form/load-choices.ts'

interface Props {
  typed: Values
  saved: Values
  /** The fields that were changed here and in the other window. */
  conflicting: readonly FieldName[]
  choices: Choices
  onKeep: () => void
  onTake: () => void
  onClose: () => void
}

/**
 * Shown after a save that met a newer version (409): both values of each field in conflict, and the choice between
 * them.
 */
export function ConflictDialog({ typed, saved, conflicting, choices, onKeep, onTake, onClose }: Props) {
  return (
    <Dialog open title="Changed in another window" onClose={onClose} closeOnBackdrop={false}>
      <p className="text-muted">
        This product was saved in another window while you were editing it. Nothing that you typed is lost
        {conflicting.length > 0 ? '. Both of you changed:' : ', and you changed different fields.'}
      </p>
      {conflicting.length > 0 && (
        <ul className="mt-4 flex max-h-[40dvh] flex-col gap-3 overflow-y-auto">
          {conflicting.map((name) => (
            <li key={name} className="rounded-xl bg-dew p-3 text-sm">
              <h3 className="font-semibold">{labelOf(name, choices)}</h3>
              <dl className="mt-1 grid grid-cols-[4.5rem_1fr] gap-x-3 gap-y-1">
                <Version name="Saved">{shown(name, valueOf(saved, name), choices)}</Version>
                <Version name="Yours">{shown(name, valueOf(typed, name), choices)}</Version>
              </dl>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 text-sm text-muted">You can look at everything once more before you save.</p>
      <div className="mt-5 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="secondary" onClick={onTake}>
          Use the saved version
        </Button>
        <Button ref={firstInDialog} onClick={onKeep}>
          Keep my changes
        </Button>
      </div>
    </Dialog>
  )
}

function Version({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd dir="auto" className="line-clamp-3 min-w-0">
        {children}
      </dd>
    </>
  )
}

const attributeOf = (name: FieldName, { attributes }: Choices) =>
  attributes?.find(({ id }) => attributeField(id) === name)

const labelOf = (name: FieldName, choices: Choices): string =>
  isAttributeField(name) ? (attributeOf(name, choices)?.name ?? 'Attribute') : labels[name]

function shown(name: FieldName, value: string, choices: Choices): string {
  const { categories, subcategories } = choices
  if (isAttributeField(name)) {
    const attribute = attributeOf(name, choices)
    if (attribute?.kind !== 'choice') return value
    const ids = value.split(',')
    return attribute.values
      .filter(({ id }) => ids.includes(String(id)))
      .map((one) => one.name)
      .join(', ')
  }
  const named = { categoryId: categories.value, subCategoryId: subcategories.value }
  if (name === 'categoryId' || name === 'subCategoryId')
    return named[name].find(({ id }) => String(id) === value)?.name ?? value
  if (name !== 'imageUrls') return value
  const count = value.split('\n').filter(Boolean).length
  return count === 1 ? '1 image' : `${count} images`
}
