/** What a family is called, by what its listings differ, and whether they are the same thing otherwise. */
import {
  familyLimits,
  type FamilyOption,
  familyOptionKeys,
  familyOptions,
} from '../../../../contract/family-words.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'

export interface FamilyHead {
  name: string
  /** The first one may be missing: '' until it is chosen. */
  options: readonly (FamilyOption | '')[]
  sameThing: boolean
}

export const emptyHead: FamilyHead = { name: '', options: [''], sameThing: false }

interface Props {
  head: FamilyHead
  onChange: (head: FamilyHead) => void
  errors: Readonly<Record<string, string>>
}

const labels = ['They differ by', 'and by (optional)', 'and by (optional)']

export function HeadFields({ head, onChange, errors }: Props) {
  const { name, options, sameThing } = head
  const shown = Math.min(familyLimits.options, options.filter(Boolean).length + 1)
  return (
    <>
      <TextField
        name="name"
        label="Name of the family"
        hint="What all of them are, such as 'Neem comb'."
        maxLength={familyLimits.nameLength}
        value={name}
        error={errors.name}
        onChange={({ currentTarget }) => onChange({ ...head, name: currentTarget.value })}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {labels.slice(0, shown).map((label, at) => (
          <SelectField
            key={at}
            name={`options.${at}`}
            label={label}
            value={options[at] ?? ''}
            error={errors[`options.${at}`] ?? (at === 0 ? errors.options : undefined)}
            onChange={({ currentTarget }) => {
              const chosen = Array.from({ length: shown }, (_, i) =>
                i === at ? (currentTarget.value as FamilyOption | '') : (options[i] ?? ''),
              )
              const kept = chosen.filter(Boolean)
              onChange({ ...head, options: kept.length > 0 ? kept : [''] })
            }}
          >
            <option value="">{at === 0 ? 'Please choose' : 'Nothing else'}</option>
            {familyOptionKeys
              .filter((key) => key === options[at] || !options.includes(key))
              .map((key) => (
                <option key={key} value={key}>
                  {familyOptions[key].name}
                </option>
              ))}
          </SelectField>
        ))}
      </div>
      <label className="flex min-h-11 items-start gap-3 text-sm">
        <input
          type="checkbox"
          checked={sameThing}
          onChange={({ currentTarget }) => onChange({ ...head, sameThing: currentTarget.checked })}
          className="mt-0.5 size-5 shrink-0 accent-leaf"
        />
        <span>
          <span className="font-medium">They are the same thing but for this.</span>{' '}
          <span className="text-muted">
            Their reviews are shown together, with what each buyer bought. Leave it empty if a review of one
            may be wrong for another, such as of two scents.
          </span>
        </span>
      </label>
    </>
  )
}
