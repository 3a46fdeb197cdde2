import { useState } from 'react'
import { admin, type CategoryTree } from '../../../../contract/admin.ts'
import { call } from '../../../api/client.ts'
import { administrationWords } from '../../../messages/administration.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { FormSection } from './form-section.tsx'
import { useCategoryChange } from './use-category-change.tsx'

const counted = (products: number) =>
  `${products.toLocaleString('en-IN')} ${products === 1 ? 'product' : 'products'}`

/** Why something cannot be removed, shown before the button is pressed. */
function Blocked({ text }: { text: string | false | undefined }) {
  return (
    <p role="status" className="rounded-xl bg-amber-soft px-4 py-3 text-sm empty:hidden">
      {text}
    </p>
  )
}

export function RemoveCategory({ tree }: { tree: CategoryTree }) {
  const { busy, change } = useCategoryChange(administrationWords.deleteCategory)
  const [chosen, setChosen] = useState('')
  const category = tree.find(({ id }) => String(id) === chosen)
  const full = category?.subcategories.filter(({ products }) => products > 0) ?? []

  async function remove(): Promise<void> {
    if (busy || !category) return
    if (await change(() => call(admin.deleteCategory, { params: { id: category.id } }))) setChosen('')
  }

  return (
    <FormSection title="Remove Category" onSubmit={() => void remove()}>
      <SelectField
        label="Category"
        value={category ? chosen : ''}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">Select a category</option>
        {tree.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Blocked
        text={
          full.length > 0 &&
          `Its subcategories still have products: ${full.map(({ name, products }) => `${name} (${products.toLocaleString('en-IN')})`).join(', ')}. They have to go first.`
        }
      />
      <Button type="submit" look="danger" disabled={!category} busy={busy} busyLabel="Removing...">
        Remove Category
      </Button>
    </FormSection>
  )
}

export function RemoveSubcategory({ tree }: { tree: CategoryTree }) {
  const { busy, change } = useCategoryChange(administrationWords.removeSubcategory)
  const [parent, setParent] = useState('')
  const [chosen, setChosen] = useState('')
  const category = tree.find(({ id }) => String(id) === parent)
  const subcategory = category?.subcategories.find(({ id }) => String(id) === chosen)

  async function remove(): Promise<void> {
    if (busy || !subcategory) return
    if (await change(() => call(admin.deleteSubcategory, { params: { id: subcategory.id } }))) setChosen('')
  }

  return (
    <FormSection title="Remove Subcategory" onSubmit={() => void remove()}>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label="Parent Category"
          value={category ? parent : ''}
          onChange={(event) => {
            setParent(event.target.value)
            setChosen('')
          }}
        >
          <option value="">Select a category</option>
          {tree.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Subcategory"
          value={subcategory ? chosen : ''}
          disabled={!category}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">Select a subcategory</option>
          {category?.subcategories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Blocked
        text={
          !!subcategory?.products && `It still has ${counted(subcategory.products)}, which have to go first.`
        }
      />
      <Button type="submit" look="danger" disabled={!subcategory} busy={busy} busyLabel="Removing...">
        Remove Subcategory
      </Button>
    </FormSection>
  )
}
