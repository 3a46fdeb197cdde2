/** The fields of a new coupon, as sellers and administrators fill them in. */
import { useState } from 'react'
import type { FieldProps } from '../forms/use-form.ts'
import { CapitalsField } from '../ui/capitals-field.tsx'
import { today } from '../ui/dates.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'

type Name =
  | 'code'
  | 'kind'
  | 'percent'
  | 'amount'
  | 'most'
  | 'minimum'
  | 'categoryId'
  | 'firstOrder'
  | 'once'
  | 'totalUses'
  | 'startsOn'
  | 'endsOn'

interface Props {
  field: (name: Name) => FieldProps
  categories: readonly { id: number; name: string }[]
}

export const initialCoupon = () => ({ startsOn: today(), endsOn: today(), totalUses: '100' })

const typed = { autoComplete: 'off' } as const

export function CouponFields({ field, categories }: Props) {
  const [kind, setKind] = useState('percent')
  return (
    <>
      <CapitalsField
        {...field('code')}
        label="Code"
        hint="4 to 20 letters A to Z and digits"
        maxLength={20}
      />
      <SelectField
        {...field('kind')}
        label="Discount"
        onChange={({ currentTarget }) => setKind(currentTarget.value)}
      >
        <option value="percent">A percentage</option>
        <option value="amount">An amount</option>
      </SelectField>
      {kind === 'percent' ? (
        <>
          <TextField {...field('percent')} {...typed} label="Percent" inputMode="numeric" maxLength={2} />
          <TextField
            {...field('most')}
            {...typed}
            label="Greatest discount, in ₹"
            hint="Empty: without a limit"
            inputMode="decimal"
            maxLength={10}
          />
        </>
      ) : (
        <TextField {...field('amount')} {...typed} label="Amount in ₹" inputMode="decimal" maxLength={10} />
      )}
      <TextField
        {...field('minimum')}
        {...typed}
        label="Minimum order value, in ₹"
        hint="Empty: any price"
        inputMode="decimal"
        maxLength={10}
      />
      <SelectField {...field('categoryId')} label="Products">
        <option value="">Of all categories</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField {...field('firstOrder')} label="Buyers">
        <option value="false">Everybody</option>
        <option value="true">For their first order only</option>
      </SelectField>
      <SelectField {...field('once')} label="A buyer can use it">
        <option value="true">Once</option>
        <option value="false">As often as they like</option>
      </SelectField>
      <TextField
        {...field('totalUses')}
        {...typed}
        label="Uses by all buyers together"
        inputMode="numeric"
        maxLength={7}
      />
      <TextField {...field('startsOn')} type="date" label="First day" />
      <TextField {...field('endsOn')} type="date" min={today()} label="Last day" />
    </>
  )
}
