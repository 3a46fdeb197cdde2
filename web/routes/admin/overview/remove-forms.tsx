import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { admin, type CategoryTree } from '../../../../contract/admin.ts'
import { call } from '../../../api/client.ts'
import { administrationWords } from '../../../messages/administration.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { ConfirmRemoval } from './confirm-removal.tsx'
import { FormSection } from './form-section.tsx'
import { StillNeeded } from './still-needed.tsx'
import { useCategoryChange } from './use-category-change.tsx'

const counted = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : more}`

/**
 * Asks with the newest tree: what is removed is what the question names. After a removal the button that asked is
 * disabled and cannot take the focus back, so the field of what was removed gets it.
 */
function useQuestion() {
  const { revalidate } = useRevalidator()
  const [asking, setAsking] = useState(false)
  const field = useRef<HTMLSelectElement>(null)
  const removed = useRef(false)
  useEffect(() => {
    if (asking || !removed.current) return
    removed.current = false
    field.current?.focus({ preventScroll: true })
  }, [asking])
  return {
    asking,
    field,
    ask: () => {
      setAsking(true)
      void revalidate()
    },
    close: () => setAsking(false),
    done: () => {
      removed.current = true
      setAsking(false)
    },
  }
}

/** Why something cannot be removed, shown before the button is pressed. */
function Blocked({ text }: { text: string | undefined }) {
  return (
    <p role="status" className="rounded-xl bg-amber-soft px-4 py-3 text-sm empty:hidden">
      {text}
    </p>
  )
}

function categoryBlocked({ subcategories }: CategoryTree[number]): string | undefined {
  const full = subcategories.filter(({ products }) => products > 0)
  if (full.length === 0) return undefined
  const names = full.map(({ name, products }) => `${name} (${products.toLocaleString('en-IN')})`)
  return `Its subcategories still have products: ${names.join(', ')}. Their sellers have to delete or move these first.`
}

function goesWith({ subcategories }: CategoryTree[number]): string {
  if (subcategories.length === 0) return 'It has no subcategories and no products.'
  const names = subcategories.map(({ name }) => name).join(', ')
  return `${counted(subcategories.length, 'subcategory goes', 'subcategories go')} with it: ${names}.`
}

export function RemoveCategory({ tree }: { tree: CategoryTree }) {
  const { busy, change } = useCategoryChange(administrationWords.deleteCategory)
  const { asking, ask, close, done, field } = useQuestion()
  const [chosen, setChosen] = useState('')
  const category = tree.find(({ id }) => String(id) === chosen)
  const blocked = category && categoryBlocked(category)

  async function remove(): Promise<void> {
    if (!category) return
    if (!(await change(() => call(admin.deleteCategory, { params: { id: category.id } })))) return close()
    setChosen('')
    done()
  }

  return (
    <FormSection title="Remove Category" onSubmit={() => category && ask()}>
      <SelectField
        ref={field}
        label="Category"
        value={category ? chosen : ''}
        onChange={(event) => {
          close()
          setChosen(event.target.value)
        }}
      >
        <option value="">Select a category</option>
        {tree.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Blocked text={blocked} />
      <StillNeeded lacks={category ? [] : ['a category']} />
      <Button type="submit" look="danger" disabled={!category}>
        Remove Category
      </Button>
      {asking && category && (
        <ConfirmRemoval title="Remove Category" busy={busy} onConfirm={() => void remove()} onClose={close}>
          <Named name={category.name} />
          <p>{blocked ?? `${goesWith(category)} This action cannot be undone.`}</p>
        </ConfirmRemoval>
      )}
    </FormSection>
  )
}

function Named({ name, within }: { name: string; within?: string }) {
  return (
    <p dir="auto" className="font-medium text-ink">
      {name}
      {within && <span className="font-normal text-muted"> in {within}</span>}
    </p>
  )
}

export function RemoveSubcategory({ tree }: { tree: CategoryTree }) {
  const { busy, change } = useCategoryChange(administrationWords.removeSubcategory)
  const { asking, ask, close, done, field } = useQuestion()
  const [parent, setParent] = useState('')
  const [chosen, setChosen] = useState('')
  const category = tree.find(({ id }) => String(id) === parent)
  const subcategory = category?.subcategories.find(({ id }) => String(id) === chosen)
  const blocked = subcategory?.products
    ? `It still has ${counted(subcategory.products, 'product', 'products')}, which their sellers have to delete or move first.`
    : undefined

  async function remove(): Promise<void> {
    if (!subcategory) return
    if (!(await change(() => call(admin.deleteSubcategory, { params: { id: subcategory.id } }))))
      return close()
    setChosen('')
    done()
  }

  return (
    <FormSection title="Remove Subcategory" onSubmit={() => subcategory && ask()}>
      <div className="grid gap-3 sm:max-lg:grid-cols-2">
        <SelectField
          label="Parent Category"
          value={category ? parent : ''}
          onChange={(event) => {
            close()
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
          ref={field}
          label="Subcategory"
          value={subcategory ? chosen : ''}
          disabled={!category}
          hint={category ? undefined : 'Choose a category first.'}
          onChange={(event) => {
            close()
            setChosen(event.target.value)
          }}
        >
          <option value="">Select a subcategory</option>
          {category?.subcategories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Blocked text={blocked} />
      <StillNeeded lacks={category && !subcategory ? ['a subcategory'] : []} />
      <Button type="submit" look="danger" disabled={!subcategory}>
        Remove Subcategory
      </Button>
      {asking && category && subcategory && (
        <ConfirmRemoval
          title="Remove Subcategory"
          busy={busy}
          onConfirm={() => void remove()}
          onClose={close}
        >
          <Named name={subcategory.name} within={category.name} />
          <p>{blocked ?? 'It has no products. This action cannot be undone.'}</p>
        </ConfirmRemoval>
      )}
    </FormSection>
  )
}
