/** What a seller sends before their goods go on sale, and what our team has decided. */
import {
  type ClientLoaderFunctionArgs,
  Link,
  type MetaFunction,
  useLoaderData,
  useRevalidator,
} from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import {
  approvalBody,
  type OwnApproval,
  type SellerDocumentKind,
  sellerDocumentKinds,
  sellerDocumentWords,
} from '../../../../contract/seller-approval.ts'
import { call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { sellingWords } from '../../../messages/selling.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { longDate } from '../../../ui/dates.ts'
import { BadgeCheck } from '../../../ui/home-icons.tsx'
import { Clock, TriangleAlert } from '../../../ui/more-icons.tsx'
import { DocumentField } from '../document-field.tsx'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'
import { sellerToast } from '../seller-toast.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Open Your Shop' })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSeller(request, () => call(privateApi.sellerApproval.get))
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Open Your Shop" />
}

export default function SellerApprovalPage() {
  const approval = useLoaderData<typeof clientLoader>()
  return (
    <SellerPage heading="Open Your Shop" className="max-w-3xl">
      <State approval={approval} />
      {!approval.seen && (
        // The fields begin anew with the keys that were sent.
        <DocumentsForm key={approval.state + approval.at} approval={approval} />
      )}
    </SellerPage>
  )
}

function State({ approval: { state, at, reason, seen, documents } }: { approval: OwnApproval }) {
  const shown = {
    waiting: {
      Icon: TriangleAlert,
      color: 'bg-amber-soft [&_svg]:text-amber',
      title: 'Your shop is not open yet',
      text: 'The law and our buyers want to know who sells. Send us three documents; our team looks at them and tells you by mail. You can list your products meanwhile.',
    },
    submitted: {
      Icon: Clock,
      color: 'bg-amber-soft [&_svg]:text-amber',
      title: 'We look at your documents',
      text: `Sent on ${longDate(at)}. We tell you by mail. Your products go on sale once your shop is approved.`,
    },
    refused: {
      Icon: TriangleAlert,
      color: 'bg-clay-soft [&_svg]:text-clay',
      title: 'Your shop is not approved',
      text: `Our team says: ${reason ?? ''}`,
    },
    approved: {
      Icon: BadgeCheck,
      color: 'bg-leaf-soft [&_svg]:text-forest',
      title: 'Your shop is open',
      text: seen
        ? `Approved on ${longDate(at)}. There is nothing to do here.`
        : documents.some((one) => one.waits)
          ? 'We look at your documents. Until then buyers do not see the badge “Verified seller”; your products stay on sale.'
          : 'Your products are on sale, without the badge “Verified seller”: our team has not seen documents of your business as it is in your profile. Send them to get it.',
    },
  }[state]
  return (
    <section aria-labelledby="state" className={`flex gap-4 rounded-card px-5 py-4 ${shown.color}`}>
      <shown.Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
      <div className="min-w-0">
        <h2 id="state" className="text-lg font-semibold">
          {shown.title}
        </h2>
        <p dir="auto" className="mt-1 max-w-prose break-words">
          {shown.text}
        </p>
        {state === 'approved' && (
          <Link to={paths.manageProducts} className={buttonClass('secondary', 'mt-3')}>
            Go to your products
          </Link>
        )}
      </div>
    </section>
  )
}

const hints: Record<SellerDocumentKind, string> = {
  'gst-certificate': 'Form GST REG-06, with the GST number of your profile.',
  'cancelled-cheque': 'Of the bank account in your profile; the first page of the passbook will do, too.',
  identity:
    'PAN card, passport, voter ID or driving licence of the owner. Of an Aadhaar card cover the first eight digits.',
}

function DocumentsForm({ approval: { documents } }: { approval: OwnApproval }) {
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: approvalBody,
    failed: sellingWords.sendDocuments,
    send: async (body) => {
      const { msg } = await call(privateApi.sellerApproval.submit, { body })
      await revalidate()
      sellerToast.success(msg)
    },
  })
  return (
    <Card className="mt-6 p-5 sm:px-7">
      <form {...form.props} className="flex flex-col gap-6">
        <h2 className="text-lg font-semibold">Your Documents</h2>
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        {sellerDocumentKinds.map((kind) => (
          <DocumentField
            key={kind}
            name={kind}
            label={sellerDocumentWords[kind]}
            hint={hints[kind]}
            folder="/api/v1/private/seller-documents/"
            stored={documents.find((one) => one.kind === kind)?.key ?? null}
            error={form.field(kind).error}
          />
        ))}
        <p className="max-w-prose text-sm text-muted">
          Only you and the people of our team who check sellers see them. We delete them 180 days after the
          decision.
        </p>
        <Button
          {...form.submitButton}
          look={documents.some((one) => one.waits) ? 'secondary' : 'primary'}
          busyLabel="Sending..."
          className="self-start"
        >
          {documents.length === 0 ? 'Send the documents' : 'Send them again'}
        </Button>
      </form>
    </Card>
  )
}
