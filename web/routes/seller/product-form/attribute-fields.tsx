/** The attributes that the chosen category asks for. Each may stay empty: what is not known is left out. */
import { useId, useState } from 'react'
import type { AskedAttribute } from '../../../../contract/attribute.ts'
import type { FieldProps } from '../../../forms/use-form.ts'
import { Card } from '../../../ui/card.tsx'
import { controlClass } from '../../../ui/field.tsx'
import { ChevronDown } from '../../../ui/icons.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { attributeField } from './form-values.ts'

interface Props {
  attributes: readonly AskedAttribute[]
  /** The chosen category. */
  categoryId: string
  field: (name: string) => FieldProps
  /** What the server refuses of them as a whole. */
  error: string | undefined
}

export function AttributeFields({ attributes, categoryId, field, error }: Props) {
  const placeOf = ({ askedBy }: AskedAttribute) =>
    askedBy.find((one) => String(one.categoryId) === categoryId)?.place
  const asked = attributes
    .filter((attribute) => placeOf(attribute) !== undefined)
    .toSorted((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0))
  if (asked.length === 0) return null
  return (
    <Card className="mt-4 p-4 sm:mt-6 sm:p-6">
      <section className="flex flex-col gap-4">
        <div>
          <h2 className="text-lg font-semibold">Attributes</h2>
          <p className="text-sm text-muted">
            What buyers of this category look for. Leave out what you do not know.
          </p>
        </div>
        <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
          {asked.map((attribute) => (
            <AttributeInput
              key={attribute.id}
              attribute={attribute}
              field={field(attributeField(attribute.id))}
            />
          ))}
        </div>
        <p aria-live="polite" className="text-sm text-clay empty:hidden">
          {error}
        </p>
      </section>
    </Card>
  )
}

function AttributeInput({ attribute, field }: { attribute: AskedAttribute; field: FieldProps }) {
  const { name, kind, unit, multiple, values } = attribute
  if (kind === 'number')
    return (
      <TextField
        {...field}
        label={unit ? `${name} (${unit})` : name}
        inputMode="decimal"
        autoComplete="off"
      />
    )
  if (multiple) return <SeveralValues attribute={attribute} field={field} />
  return (
    <SelectField {...field} label={name}>
      <option value="">Not given</option>
      {values.map((value) => (
        <option key={value.id} value={value.id}>
          {value.name}
        </option>
      ))}
    </SelectField>
  )
}

/** Opens a list of checkboxes. The form has the chosen ids as one entry. */
function SeveralValues({ attribute, field }: { attribute: AskedAttribute; field: FieldProps }) {
  const id = useId()
  const [chosen, setChosen] = useState(() => field.defaultValue.split(',').filter(Boolean).map(Number))
  const names = attribute.values.filter((value) => chosen.includes(value.id)).map((value) => value.name)
  const change = (valueId: number, isChosen: boolean) =>
    setChosen((before) =>
      [...before.filter((one) => one !== valueId), ...(isChosen ? [valueId] : [])].toSorted((a, b) => a - b),
    )
  return (
    <div className="flex flex-col gap-1.5">
      <span id={`${id}-label`} className="text-sm font-medium">
        {attribute.name}
      </span>
      <input type="hidden" name={field.name} value={chosen.join(',')} />
      <details className="group">
        <summary
          aria-labelledby={`${id}-label ${id}-chosen`}
          className={`${controlClass} relative cursor-pointer list-none pr-10 [&::-webkit-details-marker]:hidden`}
        >
          <span id={`${id}-chosen`} className={names.length === 0 ? 'text-muted' : undefined}>
            {names.join(', ') || 'Not given'}
          </span>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <fieldset className="mt-1.5 max-h-72 overflow-y-auto rounded-xl border border-line px-3.5 py-1">
          <legend className="sr-only">{attribute.name}</legend>
          {attribute.values.map((value) => (
            <label key={value.id} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                checked={chosen.includes(value.id)}
                onChange={({ target }) => change(value.id, target.checked)}
                className="size-5 accent-forest"
              />
              {value.name}
            </label>
          ))}
        </fieldset>
      </details>
    </div>
  )
}
