/** Registers a buyer, whose e-mail address is verified with a code before the first login (specification §2, §4, §5). */
import { useState } from 'react'
import { Link, type MetaFunction, useNavigate } from 'react-router'
import { z } from 'zod'
import { customerSignupBody } from '../../../../contract/auth.ts'
import { api } from '../../../../contract/endpoints.ts'
import { allFieldsRequired } from '../../../../contract/fields.ts'
import { limits } from '../../../../contract/limits.ts'
import { call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { AgreementNote } from '../../../forms/agreement-note.tsx'
import { NotVerifiedNote } from '../../../forms/not-verified-note.tsx'
import { OtpDialog } from '../../../forms/otp-dialog.tsx'
import { type FieldProps, useForm } from '../../../forms/use-form.ts'
import { FormPage } from '../../../layout/form-page.tsx'
import { accountWords } from '../../../messages/account.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { toast } from '../../../toast/toast.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { DigitsField } from '../../../ui/digits-field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { EmailField } from '../../../ui/email-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useNextParam } from '../page-after-login.ts'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Register as Buyer' })

const schema = customerSignupBody
  .extend({ confirmPassword: z.string().min(1, allFieldsRequired) })
  .refine((values) => values.password === values.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match.',
  })

export default function RegisterPage() {
  const navigate = useNavigate()
  const { next, withNext } = useNextParam()
  const [code, setCode] = useState<{ email: string; sentAt: number } | null>(null)
  const [asking, setAsking] = useState(false)
  const form = useForm({
    schema,
    required: allFieldsRequired,
    failed: accountWords.registerCustomer,
    send: async ({ confirmPassword: _, ...body }) => {
      await call(api.auth.customerSignup, { body })
      setCode({ email: body.email, sentAt: Date.now() })
      setAsking(true)
    },
  })

  async function verified(message: string): Promise<void> {
    toast.success(message)
    await navigate(paths.login(next ?? undefined), { replace: true, state: { email: code?.email } })
  }

  return (
    <FormPage
      heading="Register as Buyer"
      text="Create an account to order, to keep a wishlist and to follow your parcels."
    >
      <form {...form.props} className="flex flex-col gap-4">
        <FormProblem text={form.problem} />
        <Fields field={form.field} />
        <Button {...form.submitButton} className="mt-2" busyLabel="Registering...">
          Register
        </Button>
      </form>
      <AgreementNote />
      {code && !asking && <NotVerifiedNote onEnter={() => setAsking(true)} />}
      <p className="mt-6 text-center text-muted">
        Already have an account?{' '}
        <Link
          to={withNext(paths.login())}
          className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
        >
          Login
        </Link>
      </p>
      <p className="mt-4 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        Do you make green things?
      </p>
      <Link to={paths.registerSeller} className={buttonClass('secondary', 'mt-4 w-full')}>
        Become a Seller
      </Link>
      {code && (
        <OtpDialog
          key={code.sentAt}
          open={asking}
          email={code.email}
          sentAt={code.sentAt}
          onClose={() => setAsking(false)}
          onVerified={verified}
        />
      )}
    </FormPage>
  )
}

function Fields({ field }: { field: (name: keyof z.input<typeof schema>) => FieldProps }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('firstName')}
          label="First Name"
          autoComplete="given-name"
          maxLength={limits.nameLength}
        />
        <TextField
          {...field('lastName')}
          label="Last Name"
          autoComplete="family-name"
          maxLength={limits.nameLength}
        />
      </div>
      <EmailField {...field('email')} label="Email" autoComplete="email" />
      <DigitsField
        {...field('mobile')}
        digits={limits.mobileDigits}
        label="Phone"
        hint="10 digits, without +91"
        autoComplete="tel-national"
      />
      <PasswordField
        {...field('password')}
        label="Password"
        hint="At least 6 characters"
        autoComplete="new-password"
      />
      <PasswordField {...field('confirmPassword')} label="Confirm Password" autoComplete="new-password" />
    </>
  )
}
