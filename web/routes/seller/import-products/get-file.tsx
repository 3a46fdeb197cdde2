import { useState } from 'react'
import type { Category } from '../../../../contract/category.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { SaveCsv } from '../save-csv.tsx'

/** The files to begin with: the seller's own products, or the columns of a category. */
export function GetFile({ categories }: { categories: readonly Category[] }) {
  const [categoryId, setCategoryId] = useState('')
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <div className="flex flex-col gap-3">
        <h3 className="font-semibold">Change products</h3>
        <p className="text-sm text-muted">
          Edit the file and send it back: what you leave as it is stays as it is, also where you delete
          columns or rows.
        </p>
        <div className="flex flex-wrap gap-3">
          <SaveCsv path="/private/product-export?columns=all" label="All columns" />
          <SaveCsv path="/private/product-export?columns=stock" label="Price and stock alone" />
        </div>
      </div>
      <div className="flex flex-col gap-3">
        <h3 className="font-semibold">Add products</h3>
        <p className="text-sm text-muted">
          The columns of a category with an example, which is not imported: fill in the rows below it.
        </p>
        <SelectField
          label="Category"
          value={categoryId}
          onChange={({ currentTarget }) => setCategoryId(currentTarget.value)}
        >
          <option value="">Choose a category</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {categoryId !== '' && (
          <div>
            <SaveCsv
              path={`/private/product-template?categoryId=${categoryId}`}
              label="Download the template"
            />
          </div>
        )}
      </div>
    </div>
  )
}
