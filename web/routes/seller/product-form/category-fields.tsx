import { useState } from 'react'
import { TryAgain } from '../../../layout/try-again.tsx'
import { sellingWords } from '../../../messages/selling.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { labels } from './form-values.ts'
import { type Choices, useChoiceMessages } from './load-choices.ts'

interface FieldProps {
  name: string
  defaultValue: string
  error: string | undefined
}

interface Props {
  choices: Choices
  category: FieldProps
  subcategory: FieldProps
  onCategory: (id: string) => void
}

const chooseFirst = 'Choose a category first.'

/** The subcategory can be chosen only after the category (specification §2, §5). */
export function CategoryFields({ choices, category, subcategory, onCategory }: Props) {
  const [chosen, setChosen] = useState(category.defaultValue)
  const { categories, subcategories } = choices
  useChoiceMessages(choices)
  const offered = subcategories.value.filter(({ categoryId }) => String(categoryId) === chosen)
  const none = chosen !== '' && offered.length === 0 && !subcategories.failed
  return (
    <>
      <SelectField
        // Rendered anew when the options arrive, so that the initial value is selected.
        key={categories.value.length}
        name={category.name}
        error={category.error}
        label={labels.categoryId}
        defaultValue={chosen}
        onChange={({ currentTarget }) => {
          setChosen(currentTarget.value)
          onCategory(currentTarget.value)
        }}
      >
        <option value="">Select a category</option>
        {categories.value.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        key={`${chosen} ${offered.length}`}
        name={subcategory.name}
        error={subcategory.error && chosen === '' ? chooseFirst : subcategory.error}
        label={labels.subCategoryId}
        defaultValue={chosen === category.defaultValue ? subcategory.defaultValue : ''}
        disabled={chosen === ''}
        hint={none ? 'This category has no subcategories yet.' : chosen === '' ? chooseFirst : undefined}
      >
        <option value="">Select a subcategory</option>
        {offered.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {(categories.failed || subcategories.failed) && (
        <div className="flex flex-wrap items-center gap-3">
          <div className="text-sm text-clay">
            {categories.failed && <p>{sellingWords.loadCategories.failure}</p>}
            {subcategories.failed && <p>{sellingWords.loadSubcategories.failure}</p>}
          </div>
          <TryAgain />
        </div>
      )}
    </>
  )
}
