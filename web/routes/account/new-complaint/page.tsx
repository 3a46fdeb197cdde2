/** Makes a complaint: of whoever is logged in, about an order or product that the address names, or of a visitor. */
import { useState } from 'react'
import { Link, type MetaFunction, useSearchParams } from 'react-router'
import { complaintBody, complaintForm, visitorForm } from '../../../../contract/complaint.ts'
import {
  complaintCategories,
  complaintCategoryWords,
  complaintLength,
} from '../../../../contract/complaint-words.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import { call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { type FieldProps, useForm } from '../../../forms/use-form.ts'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { useSession } from '../../../session/session.ts'
import { useSettings } from '../../../settings.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { longDate } from '../../../ui/dates.ts'
import { EmailField } from '../../../ui/email-field.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { CircleCheck } from '../../../ui/more-icons.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { OfficerNote } from '../officer-note.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Make a Complaint' })

interface Made {
  number: string
  answerBy: string
  decideBy: string
  mailed: boolean
}

interface FormProps {
  product: string | undefined
  onMade: (made: Made) => void
}

export default function NewComplaintPage() {
  const { supportEmail } = useSettings()
  const { status, role, team } = useSession()
  const [query] = useSearchParams()
  const [made, setMade] = useState<Made | null>(null)
  const product = complaintBody.shape.product.safeParse(query.get('product') ?? undefined).data
  // The complaints of a shop are its owner's; of its team each writes for themselves.
  const isMember = team !== undefined
  const isKnown = status === 'signed-in' && (role === 'CUSTOMER' || (role === 'SELLER' && !isMember))
  const props = { product, onMade: setMade }
  return (
    <StandalonePage heading="Make a Complaint" backTo={paths.support} className="max-w-2xl">
      {made ? (
        <MadeNote made={made} isKnown={isKnown} />
      ) : (
        <>
          <p className="mb-4 text-muted">
            You get a number at once by email. A person of our team answers you within 48 hours and decides
            within one month.
          </p>
          <p className="mb-4 hidden rounded-card bg-amber-soft px-5 py-4 noscript:block">
            This form needs JavaScript. Without it, please write to <b>{supportEmail}</b>.
          </p>
          <div className="noscript:hidden">
            {status === 'unknown' ? (
              <Loading text="Loading..." />
            ) : isKnown ? (
              <AccountForm {...props} order={role === 'CUSTOMER' ? (query.get('order') ?? '') : null} />
            ) : (
              <VisitorForm {...props} isMember={isMember} order={query.get('order')} />
            )}
          </div>
        </>
      )}
      {/* Below the form once it is there, so that nothing moves. */}
      <div className={status === 'unknown' ? 'hidden noscript:block' : ''}>
        <OfficerNote />
      </div>
    </StandalonePage>
  )
}

/** `order`: the number that the address names; null where no order can be given. */
function AccountForm({ product, order, onMade }: FormProps & { order: string | null }) {
  const form = useForm({
    schema: complaintForm,
    initial: { order: order ?? '', category: order ? 'order' : product ? 'product' : '' } as const,
    send: async ({ order: typed, ...values }) => {
      const body = { ...values, product, ...(typed && { order: typed }) }
      onMade(await call(privateApi.complaint.make, { body }))
    },
  })
  return (
    <form {...form.props} aria-label="Make a Complaint" className="flex flex-col gap-4">
      <FormProblem text={form.problem} loggedOut={form.loggedOut} />
      <Category field={form.field('category')} />
      {order !== null && (
        <TextField
          {...form.field('order')}
          label="Order number (optional)"
          hint="Of an order, the seller reads your words, but not your email address."
          maxLength={20}
          autoComplete="off"
        />
      )}
      <Words field={form.field('words')} aboutProduct={product !== undefined && !order} />
      <Send form={form.submitButton} />
    </form>
  )
}

function VisitorForm({
  product,
  order,
  isMember,
  onMade,
}: FormProps & { order: string | null; isMember: boolean }) {
  const form = useForm({
    schema: visitorForm,
    initial: {
      category: order ? 'order' : product ? 'product' : '',
      words: order ? `Order ${order}: ` : '',
    } as const,
    send: async (values) => {
      onMade(await call(privateApi.complaint.makeAsVisitor, { body: { ...values, product } }))
    },
  })
  return (
    <form {...form.props} aria-label="Make a Complaint" className="flex flex-col gap-4">
      {isMember ? (
        <p className="text-sm text-muted">
          What concerns the shop, its owner writes to us. This is a complaint of your own: you read it by a
          link in our email, and the shop does not see it.
        </p>
      ) : (
        <p className="text-sm text-muted">
          With an account?{' '}
          <Link
            to={paths.login(`${paths.newComplaint}${order ? `?order=${encodeURIComponent(order)}` : ''}`)}
            className="font-medium text-forest underline underline-offset-4"
          >
            Log in
          </Link>{' '}
          first, and you find the complaint among yours. Without, you read it by a link in our email.
        </p>
      )}
      <FormProblem text={form.problem} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field('name')} label="Name" autoComplete="name" maxLength={limits.nameLength} />
        <EmailField {...form.field('email')} label="Email" autoComplete="email" />
      </div>
      <Category field={form.field('category')} />
      <Words field={form.field('words')} aboutProduct={product !== undefined} />
      <Send form={form.submitButton} />
    </form>
  )
}

function Category({ field }: { field: FieldProps }) {
  return (
    <SelectField {...field} label="What is it about?">
      <option value="">Please choose</option>
      {complaintCategories.map((one) => (
        <option key={one} value={one}>
          {complaintCategoryWords[one]}
        </option>
      ))}
    </SelectField>
  )
}

function Words({ field, aboutProduct }: { field: FieldProps; aboutProduct: boolean }) {
  return (
    <TextArea
      {...field}
      label="What happened?"
      hint={
        aboutProduct
          ? 'We know from which product you come. Its seller may read your words if we ask them, but neither your name nor your email address. Please write no card or account numbers.'
          : 'If it is about a seller, they may read your words if we ask them, but neither your name nor your email address. Please write no card or account numbers.'
      }
      rows={7}
      maxLength={complaintLength}
    />
  )
}

function Send({ form }: { form: ReturnType<typeof useForm>['submitButton'] }) {
  return (
    <Button {...form} className="sm:self-start sm:px-8" busyLabel="Sending...">
      Send complaint
    </Button>
  )
}

function MadeNote({
  made: { number, answerBy, decideBy, mailed },
  isKnown,
}: {
  made: Made
  isKnown: boolean
}) {
  const told = mailed
    ? `We have sent you an email with the number${isKnown ? '.' : ' and the link to your complaint.'}`
    : 'This address got several emails from us today already, so please note the number. Our answer comes by email.'
  return (
    <div role="status" className="flex gap-3 rounded-card bg-leaf-soft px-5 py-4 text-forest">
      <CircleCheck aria-hidden="true" className="size-6 shrink-0" />
      <div className="min-w-0">
        <strong className="block font-semibold">We have your complaint: number {number}.</strong>
        <p className="mt-1">
          You get our first answer by {longDate(answerBy)} and our decision by {longDate(decideBy)}. {told}
        </p>
        {isKnown && (
          <Link to={paths.complaint(number)} className={buttonClass('secondary', 'mt-3')}>
            Read your complaint
          </Link>
        )}
      </div>
    </div>
  )
}
