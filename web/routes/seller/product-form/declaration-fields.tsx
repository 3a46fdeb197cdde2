/** What the law asks of the listing: the fields that its category needs are marked, the others may stay empty. */
import { useState } from 'react'
import { countries, countryName } from '../../../../contract/countries.ts'
import {
  type CategoryNeeds,
  type DeclarationField,
  declarationLabels,
  type DeclarationNeed,
  netUnits,
} from '../../../../contract/declaration.ts'
import type { FieldProps } from '../../../forms/use-form.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'

interface Props {
  field: (name: DeclarationField) => FieldProps
  /** The chosen category. */
  categoryId: string
  needs: readonly CategoryNeeds[]
}

const hints: Partial<Record<DeclarationField, string>> = {
  mrp: 'As printed on the pack, with all taxes. Your price cannot be above it.',
  netQuantity: 'Without packaging.',
  commonName: 'What it is in plain words, such as bath soap.',
  maker: 'Name and whole address.',
  packer: 'If not by the maker.',
  importer: 'Of goods from abroad: name and whole address.',
  careContact: 'Name, address, telephone and e-mail of who helps buyers.',
  shelfLifeDays: 'From packing: 365 for a year.',
  size: 'Where it matters: of clothes, sheets, vessels.',
  fssaiLicence: '14 digits. Food needs it.',
  cosmeticsLicence: 'Of the maker. Soap, hair and skin care need it.',
}

export function DeclarationFields({ field, categoryId, needs }: Props) {
  const ofCategory = needs.find((one) => String(one.categoryId) === categoryId)
  const needed = (ofCategory ?? needs.find((one) => one.categoryId === null))?.needs ?? []
  const [origin, setOrigin] = useState(field('originCountry').defaultValue)
  const isNeeded = (name: DeclarationField) =>
    name === 'importer'
      ? needed.includes('maker') && origin !== '' && origin !== 'IN'
      : needed.includes(name as DeclarationNeed)
  const props = (name: DeclarationField) => ({
    ...field(name),
    label: declarationLabels[name],
    hint: [isNeeded(name) && 'Needed.', hints[name]].filter(Boolean).join(' ') || undefined,
    autoComplete: 'off',
  })
  return (
    <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-2">
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField {...props('mrp')} inputMode="decimal" />
        <TextField {...props('commonName')} maxLength={100} />
        <TextField {...props('netQuantity')} inputMode="decimal" />
        <SelectField {...props('netUnit')}>
          <option value="">Select a unit</option>
          {netUnits.map((unit) => (
            <option key={unit}>{unit}</option>
          ))}
        </SelectField>
      </div>
      <SelectField
        {...props('originCountry')}
        onChange={({ currentTarget }) => setOrigin(currentTarget.value)}
      >
        <option value="">Select a country</option>
        {choices.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField {...props('maker')} maxLength={300} />
      <TextField {...props('packer')} maxLength={300} />
      <TextField {...props('importer')} maxLength={300} />
      <TextField {...props('careContact')} maxLength={300} />
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField {...props('shelfLifeDays')} inputMode="numeric" />
        <TextField {...props('size')} maxLength={100} />
        <TextField {...props('fssaiLicence')} inputMode="numeric" maxLength={14} />
        <TextField {...props('cosmeticsLicence')} maxLength={40} />
      </div>
    </div>
  )
}

// India first: most goods here are made there.
const choices = countries
  .map((code) => ({ code, name: countryName(code) }))
  .toSorted((a, b) => Number(b.code === 'IN') - Number(a.code === 'IN') || a.name.localeCompare(b.name))
