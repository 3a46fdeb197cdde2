/** The fields of a seller's bank account, for the registration and the profile, which name the IFSC differently. */
import { limits } from '../../../contract/limits.ts'
import type { FieldProps } from '../../forms/use-form.ts'
import { CapitalsField } from '../../ui/capitals-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface Props<Name extends string> {
  field: (name: 'fullName' | 'accountNo' | Name) => FieldProps
  ifsc: Name
  /** The name of a second field for the account number. */
  again?: Name
  accountHint?: string
}

export function BankFields<Name extends string>({ field, ifsc, again, accountHint }: Props<Name>) {
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
      {again && (
        <TextField
          {...field(again)}
          label="The Same Number Again"
          hint="So that no digit is wrong: we pay what you earn to this account"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <CapitalsField {...field(ifsc)} label="IFSC Code" hint="11 characters, like HDFC0000001" />
    </>
  )
}
