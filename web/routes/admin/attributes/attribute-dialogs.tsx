/** Adding and changing an attribute. Its kind, unit and number of values stay as they were made. */
import { useState } from 'react'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import type { AdminAttribute } from '../../../../contract/admin-attributes.ts'
import { text } from '../../../../contract/fields.ts'
import { attributeLimits } from '../../../../contract/catalogue-limits.ts'
import { call } from '../../../api/client.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'

export interface Category {
  id: number
  name: string
}

const name = text(attributeLimits.attributeNameLength, 'Please name the attribute.')
/** Each chosen category is a checkbox. */
const changeSchema = z.looseObject({ name, filters: z.string().optional() })
const addSchema = changeSchema.extend({
  kind: z.enum(['choice', 'number']),
  unit: z.string().optional(),
  multiple: z.string().optional(),
})

const fieldOf = ({ id }: Category) => `category-${id}`

interface AddProps {
  categories: readonly Category[]
  onClose: () => void
}

export function AddAttribute({ categories, onClose }: AddProps) {
  const [kind, setKind] = useState('choice')
  return (
    <FormDialog
      title="Add an attribute"
      text="Whether it is a choice or a number stays."
      schema={addSchema}
      button="Add"
      failed="The attribute could not be added."
      send={(values) => {
        const body = {
          ...commonOf(values, categories),
          kind: values.kind,
          unit: values.unit?.trim() || null,
          multiple: values.multiple !== undefined,
        }
        return call(admin.addAttribute, { body })
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField
            {...field('name')}
            label="Name"
            maxLength={attributeLimits.attributeNameLength}
            autoComplete="off"
          />
          <SelectField
            name="kind"
            label="Kind"
            defaultValue={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value)}
          >
            <option value="choice">A choice of values</option>
            <option value="number">A number</option>
          </SelectField>
          {kind === 'number' ? (
            <TextField
              {...field('unit')}
              label="Unit"
              hint="Such as ml; empty where it has none."
              maxLength={attributeLimits.attributeUnitLength}
              autoComplete="off"
            />
          ) : (
            <Check name="multiple" label="A product may have several values" />
          )}
          <Check name="filters" label="Lists can be narrowed by it" checked />
          <Categories categories={categories} />
        </>
      )}
    </FormDialog>
  )
}

interface ChangeProps extends AddProps {
  attribute: AdminAttribute
}

export function ChangeAttribute({ attribute, categories, onClose }: ChangeProps) {
  return (
    <FormDialog
      title={attribute.name}
      text="What products of a category that no longer asks say is not shown any more."
      schema={changeSchema}
      initial={{ name: attribute.name }}
      button="Save"
      failed="The attribute could not be saved."
      send={(values) =>
        call(admin.changeAttribute, {
          params: { attributeId: attribute.id },
          body: commonOf(values, categories),
        })
      }
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField
            {...field('name')}
            label="Name"
            maxLength={attributeLimits.attributeNameLength}
            autoComplete="off"
          />
          <Check name="filters" label="Lists can be narrowed by it" checked={attribute.filters} />
          <Categories
            categories={categories}
            asking={attribute.askedBy.map(({ categoryId }) => categoryId)}
          />
        </>
      )}
    </FormDialog>
  )
}

const commonOf = (values: z.output<typeof changeSchema>, categories: readonly Category[]) => ({
  name: values.name,
  filters: values.filters !== undefined,
  categoryIds: categories.filter((one) => values[fieldOf(one)] !== undefined).map(({ id }) => id),
})

function Categories({
  categories,
  asking = [],
}: {
  categories: readonly Category[]
  asking?: readonly number[]
}) {
  return (
    <fieldset>
      <legend className="text-sm font-medium">Asked by</legend>
      <div className="grid grid-cols-1 sm:grid-cols-2">
        {categories.map((category) => (
          <Check
            key={category.id}
            name={fieldOf(category)}
            label={category.name}
            checked={asking.includes(category.id)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Check({ name, label, checked = false }: { name: string; label: string; checked?: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" name={name} defaultChecked={checked} className="size-5 shrink-0 accent-forest" />
      {label}
    </label>
  )
}
