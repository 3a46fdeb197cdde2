/** Registers a seller in three steps; the code sent by e-mail then logs the seller in (specification §2, §4, §5, §8). */
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, type MetaFunction, useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { api } from '../../../../contract/endpoints.ts'
import { gstDoubtOf, gstPattern } from '../../../../contract/gstin.ts'
import {
  sellerAccountStep,
  sellerAddressStep,
  sellerBankStep,
  type SellerSignup,
  sellerSignupBody,
  undertakingVersion,
} from '../../../../contract/seller.ts'
import { states } from '../../../../contract/states.ts'
import { type ApiError, call } from '../../../api/client.ts'
import { accountWords } from '../../../messages/account.ts'
import { failureMessageAndWait } from '../../../messages/failure-message.ts'
import { AgreementNote } from '../../../forms/agreement-note.tsx'
import { NotVerifiedNote } from '../../../forms/not-verified-note.tsx'
import { OtpDialog } from '../../../forms/otp-dialog.tsx'
import { FormPage } from '../../../layout/form-page.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { storeHomeNote } from '../../../session/home-note.ts'
import { refreshSession } from '../../../session/session.ts'
import { toast } from '../../../toast/toast.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { BankFields } from '../bank-fields.tsx'
import { GstCheck } from '../gst-question.tsx'
import { PickupFields } from '../pickup-fields.tsx'
import { AccountFields } from './account-fields.tsx'
import { type Draft, fixErrors, useDraft } from './draft.ts'
import { type FieldOf, type StepRefusal, StepForm } from './step-form.tsx'
import { StepIndicator } from './step-indicator.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Register as Seller',
    description:
      'Sell your sustainable products all over India: register your business, list what you make, and we have the parcels fetched from your door.',
    path: paths.registerSeller,
  })

const steps = [
  {
    title: 'Register as Seller',
    name: 'Account',
    text: 'Sell what you make to people all over India who want to buy better.',
    schema: sellerAccountStep,
  },
  {
    title: 'Pickup Address',
    name: 'Pickup',
    text: 'Where the courier fetches your parcels. With your registration this address, your mobile number and your GST number become public on your page, as the law asks of sellers.',
    schema: sellerAddressStep,
  },
  {
    title: 'Bank Details',
    name: 'Bank',
    text: 'Where we send what you earn.',
    schema: sellerBankStep
      .extend({ accountNoAgain: z.string().trim().min(1, 'Please type the account number again.') })
      .refine(({ accountNo, accountNoAgain }) => accountNoAgain === accountNo, {
        path: ['accountNoAgain'],
        error: 'This is not the account number above.',
      }),
  },
] as const

interface SentCode {
  email: string
  sentAt: number
}

export default function RegisterSellerPage() {
  const navigate = useNavigate()
  const { draft, restored, remember, forget } = useDraft()
  const [refused, setRefused] = useState<StepRefusal | null>(null)
  const [code, setCode] = useState<SentCode | null>(null)
  const [asking, setAsking] = useState(false)
  /** The GST number and state that the seller has called right although they differ. */
  const [confirmed, setConfirmed] = useState('')
  const { step, goTo } = useStep(Boolean(draft.password))
  const { title, text, schema } = steps[step - 1] ?? steps[0]

  async function next(values: Draft): Promise<void> {
    remember(values)
    setRefused(null)
    if (step < steps.length) return goTo(step + 1)
    const whole = sellerSignupBody.safeParse({ ...draft, ...values })
    // A step that was left with the browser's own buttons has not been checked.
    if (!whole.success) {
      const wrong = whole.error.issues.map(({ path, message }) => [String(path[0]), message] as const)
      return showRefused({ words: fixErrors, fields: Object.fromEntries(wrong) })
    }
    setCode(await signUp(whole.data, confirmed === pairOf(whole.data)))
    setAsking(true)
  }

  /** Shows the refusal at the first step that has one of its fields. */
  async function showRefused(found: StepRefusal): Promise<void> {
    setRefused(found)
    await goTo(stepWith(found.fields))
  }

  function failed(error: ApiError): boolean {
    if (stepWith(error.fields) >= step) return false
    void showRefused({
      words: failureMessageAndWait(error, accountWords.registerSeller),
      fields: error.fields,
    })
    return true
  }

  async function verified(message: string): Promise<void> {
    forget()
    toast.success(message)
    const { status } = await refreshSession()
    if (status === 'signed-in') {
      if (code) storeHomeNote({ email: code.email, kind: 'new-seller' })
      await navigate(paths.home, { replace: true })
    }
    // The code was right, but it was entered in another browser than the registration, and logs in nobody.
    else await navigate(paths.login(), { replace: true, state: { email: code?.email } })
  }

  return (
    <FormPage heading={title} text={text}>
      <StepIndicator names={steps.map(({ name }) => name)} step={step} />
      <RestoredNote restored={restored && !draft.password} />
      <StepForm
        key={step}
        title={title}
        schema={schema}
        draft={draft}
        restored={restored}
        onTyped={remember}
        onNext={next}
        onFailed={failed}
        {...(step > 1 && { onBack: () => void goTo(step - 1) })}
        refused={refused}
        next={step < steps.length ? 'Next' : 'Submit'}
        nextBusy="Registering..."
      >
        {(field) => (
          <StepFields
            step={step}
            field={field}
            draft={draft}
            confirmed={confirmed === pairOf(draft)}
            onConfirm={(isRight) => setConfirmed(isRight ? pairOf(draft) : '')}
          />
        )}
      </StepForm>
      <AgreementNote />
      {code && !asking && <NotVerifiedNote onEnter={() => setAsking(true)} />}
      <p className="mt-8 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        Selling with us already?
      </p>
      <Link to={paths.login()} className={buttonClass('secondary', 'mt-4 w-full')}>
        Login as Seller
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

interface StepFieldsProps {
  step: number
  field: FieldOf
  draft: Draft
  confirmed: boolean
  onConfirm: (isRight: boolean) => void
}

const pairOf = ({ GSTNumber, state }: Draft) => `${GSTNumber} ${state}`

function StepFields({ step, field, draft, confirmed, onConfirm }: StepFieldsProps) {
  if (step === 1) return <AccountFields field={field} draft={draft} />
  if (step === 3)
    return (
      <>
        <BankFields field={field} ifsc="IFSCCode" again="accountNoAgain" />
        <p className="text-sm text-muted">
          With Submit you undertake{' '}
          <a
            href={paths.undertaking}
            target="_blank"
            rel="noreferrer"
            className="font-semibold text-forest underline underline-offset-4"
          >
            what all our sellers do
          </a>
          , also that your address, mobile number and GST number are public on your page.
        </p>
      </>
    )
  const state = states.find((name) => name === draft.state)
  const gst = draft.GSTNumber ?? ''
  return (
    <>
      <PickupFields field={field} />
      <GstCheck
        text={state && gstPattern.test(gst) ? gstDoubtOf(gst, state) : null}
        checked={confirmed}
        onChange={onConfirm}
      />
    </>
  )
}

function RestoredNote({ restored }: { restored: boolean }) {
  if (!restored) return null
  return (
    <p className="mb-5 rounded-xl bg-dew px-4 py-3 text-sm">
      What you typed before is still here. For your safety we do not keep passwords and account numbers:
      please type them again.
    </p>
  )
}

async function signUp(body: SellerSignup, gstConfirmed: boolean): Promise<SentCode> {
  await call(api.auth.sellerSignup, {
    body: { ...body, undertaking: undertakingVersion, ...(gstConfirmed && { gstConfirmed }) },
  })
  return { email: body.email, sentAt: Date.now() }
}

/** The number of the first step that has one of these fields; a number past the last step where none has. */
function stepWith(fields: Draft): number {
  const names = Object.keys(fields)
  const index = steps.findIndex(({ schema }) => names.some((name) => name in schema.shape))
  return index < 0 ? steps.length + 1 : index + 1
}

/**
 * The step is kept in the entries of the browser's history, so that the back button leads to the step before. A reload loses
 * the password, and the form begins with the first step again.
 */
function useStep(hasPassword: boolean) {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { step?: number } | null }
  const reached = state?.step ?? 1
  const step = hasPassword ? Math.min(reached, steps.length) : 1

  const begin = useEffectEvent(() => {
    if (reached > 1 && !hasPassword) void navigate(paths.registerSeller, { replace: true })
  })
  useEffect(() => begin(), [])

  async function goTo(goal: number): Promise<void> {
    if (goal < step) await navigate(goal - step)
    else if (goal > step) await navigate(paths.registerSeller, { state: { step: goal } })
  }
  return { step, goTo }
}
