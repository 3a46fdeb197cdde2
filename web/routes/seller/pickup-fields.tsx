/** The fields of a seller's pickup address, for the registration and the profile. */
import { limits } from '../../../contract/limits.ts'
import { states } from '../../../contract/states.ts'
import type { FieldProps } from '../../forms/use-form.ts'
import { usePinPlace } from '../../forms/use-pin-place.ts'
import { DigitsField } from '../../ui/digits-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

export type PickupName = 'buildingNo' | 'street' | 'landmark' | 'pinCode' | 'city' | 'state'

export function PickupFields({ field }: { field: (name: PickupName) => FieldProps }) {
  const {
    ref: pinRef,
    cityHint,
    stateWarning,
  } = usePinPlace({
    pinCode: field('pinCode').name,
    city: field('city').name,
    state: field('state').name,
  })
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_2fr]">
        <TextField
          {...field('buildingNo')}
          label="Building Number"
          autoComplete="address-line1"
          maxLength={limits.nameLength}
        />
        <TextField
          {...field('street')}
          label="Street"
          autoComplete="address-line2"
          maxLength={limits.streetLength}
        />
      </div>
      <TextField
        {...field('landmark')}
        label="Landmark"
        hint="Something well known nearby, for the courier"
        autoComplete="address-line3"
        maxLength={limits.streetLength}
      />
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_2fr]">
        <DigitsField
          {...field('pinCode')}
          ref={pinRef}
          digits={limits.pinCodeDigits}
          label="Pin Code"
          autoComplete="postal-code"
        />
        <TextField
          {...field('city')}
          label="City"
          hint={cityHint}
          autoComplete="address-level2"
          maxLength={limits.cityLength}
        />
      </div>
      <SelectField {...field('state')} label="State" warning={stateWarning} autoComplete="address-level1">
        <option value="">Select a state</option>
        {states.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    </>
  )
}
