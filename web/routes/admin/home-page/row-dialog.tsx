/** The form of a row of products. */
import { useState } from 'react'
import { z } from 'zod'
import type { ArrangedHomePage } from '../../../../contract/admin-home-page.ts'
import { homePageLimits } from '../../../../contract/catalogue-limits.ts'
import type { Category, Subcategory } from '../../../../contract/category.ts'
import { type HomeRow, homeRow, type RowKind, rowKinds } from '../../../../contract/home-page.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { PeriodFields } from './period-fields.tsx'
import { ProductPicker } from './product-picker.tsx'
import { fromField, rowKindWords, toField } from './section-words.ts'

const number = (typed: unknown) => (typed ? Number(typed) : null)
const schema = z.preprocess((typed) => {
  const { from, until, categoryId, subcategoryId, products, ...rest } = typed as Record<string, unknown>
  return {
    ...rest,
    kind: 'row',
    hidden: false,
    categoryId: number(categoryId),
    subcategoryId: number(subcategoryId),
    products: String(products ?? '')
      .split(',')
      .filter(Boolean),
    from: fromField(from),
    until: fromField(until),
  }
}, homeRow) as unknown as z.ZodType<HomeRow, Record<keyof HomeRow, string>>

interface Props {
  title: string
  value: HomeRow
  categories: readonly Category[]
  subcategories: readonly Subcategory[]
  /** What is known of the products that are picked. */
  products: ArrangedHomePage['products']
  send: (value: HomeRow) => Promise<{ msg: string }>
  onClose: () => void
}

export function RowDialog({ title, value, categories, subcategories, products, send, onClose }: Props) {
  const [kind, setKind] = useState<RowKind>(value.of)
  return (
    <FormDialog
      title={title}
      schema={schema}
      initial={{
        heading: value.heading,
        from: toField(value.from),
        until: toField(value.until),
      }}
      button="Save"
      busyLabel="Saving..."
      failed="The row could not be saved."
      send={(row) => send({ ...row, hidden: value.hidden })}
      onClose={onClose}
    >
      {(field) => (
        <>
          <input type="hidden" name="key" value={value.key} />
          <SelectField
            name="of"
            label="Products"
            defaultValue={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as RowKind)}
          >
            {rowKinds.map((one) => (
              <option key={one} value={one}>
                {rowKindWords[one]}
              </option>
            ))}
          </SelectField>
          {kind === 'category' && (
            <SelectField
              name="categoryId"
              label="Category"
              defaultValue={value.categoryId ?? ''}
              error={field('categoryId').error}
            >
              <option value="">Please choose</option>
              {categories.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          {kind === 'subcategory' && (
            <SelectField
              name="subcategoryId"
              label="Subcategory"
              defaultValue={value.subcategoryId ?? ''}
              error={field('subcategoryId').error}
            >
              <option value="">Please choose</option>
              {categories.map((category) => (
                <optgroup key={category.id} label={category.name}>
                  {subcategories
                    .filter(({ categoryId }) => categoryId === category.id)
                    .map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                </optgroup>
              ))}
            </SelectField>
          )}
          {kind === 'picked' && (
            <ProductPicker chosen={value.products} known={products} error={field('products').error} />
          )}
          <TextField
            {...field('heading')}
            label="Heading"
            maxLength={homePageLimits.headingLength}
            autoComplete="off"
          />
          <PeriodFields field={field} />
        </>
      )}
    </FormDialog>
  )
}
