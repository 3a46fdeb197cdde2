/** Pin code, city and state of a delivery address. The pin code is first, because it fills in the others. */
import { limits } from '../../contract/limits.ts'
import { states } from '../../contract/states.ts'
import type { FieldProps } from '../forms/use-form.ts'
import { usePinPlace } from '../forms/use-pin-place.ts'
import { DigitsField } from '../ui/digits-field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'

interface Props {
  field: (name: 'city' | 'pinCode' | 'state') => FieldProps
  /** The state that a new form shows, which nobody has chosen. */
  preset?: string
  /** In front of the names of autofill: 'shipping ' where the address is not the person's own. */
  autofill?: 'shipping ' | ''
}

export function PlaceFields({ field, preset = '', autofill = '' }: Props) {
  const {
    ref: pinRef,
    cityHint,
    stateWarning,
  } = usePinPlace({ pinCode: 'pinCode', city: 'city', state: 'state' }, preset)
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DigitsField
          {...field('pinCode')}
          ref={pinRef}
          digits={limits.pinCodeDigits}
          label="Pin Code"
          autoComplete={`${autofill}postal-code`}
        />
        <TextField
          {...field('city')}
          label="City"
          hint={cityHint}
          autoComplete={`${autofill}address-level2`}
          maxLength={limits.cityLength}
        />
      </div>
      <SelectField
        {...field('state')}
        label="State"
        warning={stateWarning}
        autoComplete={`${autofill}address-level1`}
      >
        {states.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    </>
  )
}
