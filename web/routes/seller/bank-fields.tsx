/** The fields of a seller's bank account, for the registration and the profile, which name the IFSC differently. */
import { limits } from '../../../contract/limits.ts'
import type { FieldProps } from '../../forms/use-form.ts'
import { CapitalsField } from '../../ui/capitals-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface Props<Ifsc extends string> {
  field: (name: 'fullName' | 'accountNo' | Ifsc) => FieldProps
  ifsc: Ifsc
  accountHint?: string
}

export function BankFields<Ifsc extends string>({ field, ifsc, accountHint }: Props<Ifsc>) {
  return (
    <>
      <TextField
        {...field('fullName')}
        label="Full Name"
        hint="As it stands on the account"
        autoComplete="name"
        maxLength={limits.nameLength}
      />
      <TextField
        {...field('accountNo')}
        label="Account Number"
        hint={accountHint}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
      />
      <CapitalsField {...field(ifsc)} label="IFSC Code" hint="11 characters, like HDFC0000001" />
    </>
  )
}
