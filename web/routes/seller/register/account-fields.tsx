import { gstDoubtOf, gstPattern } from '../../../../contract/gstin.ts'
import { limits } from '../../../../contract/limits.ts'
import { CapitalsField } from '../../../ui/capitals-field.tsx'
import { DigitsField } from '../../../ui/digits-field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { EmailField } from '../../../ui/email-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { GstDoubt } from '../gst-doubt.tsx'
import type { Draft } from './draft.ts'
import type { FieldOf } from './step-form.tsx'

/** The first step, 'Register as Seller': the account and the business. */
export function AccountFields({ field, draft }: { field: FieldOf; draft: Draft }) {
  const gst = draft.GSTNumber ?? ''
  return (
    <>
      <EmailField {...field('email')} label="Email" autoComplete="email" />
      <PasswordField
        {...field('password')}
        label="Password"
        hint="At least 6 characters"
        autoComplete="new-password"
      />
      <TextField
        {...field('companyName')}
        label="Company Name"
        autoComplete="organization"
        maxLength={limits.companyLength}
      />
      <CapitalsField {...field('GSTNumber')} label="GST Number" hint="15 characters" />
      <GstDoubt text={gstPattern.test(gst) ? gstDoubtOf(gst) : null} />
      <DigitsField
        {...field('mobileNo')}
        digits={limits.mobileDigits}
        label="Phone Number"
        hint="10 digits, without +91"
        autoComplete="tel-national"
      />
    </>
  )
}
