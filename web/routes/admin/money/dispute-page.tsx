/** One disputed payment: its deadline, its orders, the evidence that is ready, and the answer. */
import { useState } from 'react'
import { type LoaderFunctionArgs, Link, useLoaderData } from 'react-router'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import { contestBody, type DisputeDetail, evidenceKinds } from '../../../../contract/admin-disputes.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { exactTime, longDate } from '../../../ui/dates.ts'
import { FileDown, TriangleAlert } from '../../../ui/more-icons.tsx'
import { Note } from '../../../ui/note.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { adminPaths } from '../admin-paths.ts'
import { ContactLink, Fact } from '../facts.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { PageHead } from '../list-page.tsx'
import { MoneyNav } from '../money-nav.tsx'
import { requireAdmin } from '../require-admin.ts'
import { Timestamp } from '../timestamp.tsx'
import { amountCell } from './amount.tsx'
import { disputeKindWords, disputeStateWords, evidenceWords } from './dispute-words.ts'

export const loader = ({ request, params: { id = '' } }: LoaderFunctionArgs) =>
  requireAdmin(request, () => call(admin.dispute, { params: { id } }))

type DisputedOrder = DisputeDetail['orders'][number]

const columns: Column<DisputedOrder>[] = [
  {
    name: 'Order',
    width: 'minmax(0,1.4fr)',
    cell: ({ number, product, seller }) => (
      <>
        <Link
          to={`${adminPaths.orders()}?q=${encodeURIComponent(number)}`}
          className="inline-flex min-h-11 items-center font-medium text-forest underline underline-offset-4 table:min-h-0"
        >
          {number}
        </Link>
        <span className="block text-sm break-words text-muted">
          <bdi>{product}</bdi>, <bdi>{seller}</bdi>
        </span>
      </>
    ),
  },
  {
    name: 'Delivered',
    width: '11rem',
    cell: ({ deliveredAt }) => (deliveredAt ? <Timestamp at={deliveredAt} /> : 'Not delivered'),
  },
  {
    name: 'If lost',
    width: '9rem',
    cell: ({ bears }) => (bears === 'seller' ? 'The seller bears it' : 'The shop bears it'),
  },
  { name: 'Price', width: '8rem', end: true, cell: ({ amount }) => amountCell(amount) },
  { name: 'Refunded', width: '8rem', end: true, cell: ({ refunded }) => amountCell(refunded) },
  { name: 'Disputed', width: '8rem', end: true, cell: ({ share }) => amountCell(share, true) },
]

export function Component() {
  const dispute = useLoaderData<typeof loader>()
  const { id, paymentId, amount, taken, twice, kind, reasonCode, phase, state, respondBy, needsAnswer } =
    dispute
  return (
    <>
      <MoneyNav />
      <PageHead
        heading={`Dispute of ${formatAmount(amount)}`}
        actions={needsAnswer && <Answers dispute={dispute} />}
      />
      {needsAnswer && (
        <Note icon={<TriangleAlert />} title={deadlineOf(respondBy)} className="mb-4">
          Without an answer the bank decides for the buyer.
        </Note>
      )}
      {twice > 0 && (
        <Note icon={<TriangleAlert />} title="The buyer has money twice." className="mb-4">
          {formatAmount(twice)} were refunded before the bank took them.
        </Note>
      )}
      <dl className="mb-6 grid grid-cols-1 gap-x-6 gap-y-3 rounded-card border border-line bg-surface p-4 shadow-card sm:grid-cols-2 lg:grid-cols-3">
        <Fact name="State">
          <Badge color={disputeStateWords[state].color}>{disputeStateWords[state].words}</Badge>
        </Fact>
        <Fact name="Reason">
          {disputeKindWords[kind]}
          <span className="block text-sm font-normal break-words text-muted">
            {[phase, reasonCode].filter(Boolean).join(': ')}
          </span>
        </Fact>
        <Fact name="Taken by the provider">{formatAmount(taken)}</Fact>
        <Fact name="Dispute">
          <span className="inline-flex items-center break-all">
            {id}
            <CopyButton value={id} what="dispute ID" />
          </span>
        </Fact>
        <Fact name="Payment">
          <span className="inline-flex items-center break-all">
            {paymentId}
            <CopyButton value={paymentId} what="payment ID" />
          </span>
        </Fact>
        <Fact name="Customer">
          <ContactLink href={`mailto:${dispute.customerEmail}`}>{dispute.customerEmail}</ContactLink>
        </Fact>
        <Fact name="Raised">
          <Timestamp at={dispute.raisedAt} />
        </Fact>
        {dispute.answer && dispute.answeredAt && (
          <Fact name={dispute.answer === 'accepted' ? 'Accepted' : 'Contested'}>
            <Timestamp at={dispute.answeredAt} />
            {dispute.answerWords && (
              <span className="block text-sm font-normal break-words whitespace-pre-line text-muted">
                {dispute.answerWords}
              </span>
            )}
          </Fact>
        )}
      </dl>
      <h2 className="mb-3 text-lg font-semibold">Orders</h2>
      {dispute.orders.length > 0 ? (
        <DataTable label="Orders" columns={columns} items={dispute.orders} />
      ) : (
        <p className="text-muted">
          Nothing of this payment was left to dispute: it bought no order, or was refunded.
        </p>
      )}
      <Evidence dispute={dispute} />
    </>
  )
}

const deadlineOf = (respondBy: string | null) =>
  respondBy
    ? `Answer until ${longDate(respondBy)}, ${exactTime(respondBy)}.`
    : 'The bank waits for an answer.'

function Evidence({ dispute: { id, evidence, orders } }: { dispute: DisputeDetail }) {
  const documents = orders.flatMap((order) => order.documents)
  const sheets = (['delivery', 'history', 'refunds'] as const).filter((kind) => evidence.includes(kind))
  if (evidence.length === 0) return null
  const pathOf = (kind: (typeof sheets)[number]) =>
    `/api/v1${admin.disputeEvidence.path.replace('{id}', encodeURIComponent(id)).replace('{kind}', kind)}`
  return (
    <>
      <h2 className="mt-8 mb-3 text-lg font-semibold">Evidence</h2>
      <ul className="flex flex-col gap-1 sm:flex-row sm:flex-wrap sm:gap-x-6">
        {documents.map((document) => (
          <PdfLink key={document.id} href={`/api/v1${admin.document.path.replace('{id}', document.id)}`}>
            {document.number}
          </PdfLink>
        ))}
        {sheets.map((kind) => (
          <PdfLink key={kind} href={pathOf(kind)}>
            {evidenceWords[kind].title}
          </PdfLink>
        ))}
      </ul>
    </>
  )
}

function PdfLink({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <a
        href={href}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-forest underline underline-offset-4"
      >
        <FileDown aria-hidden="true" className="size-4.5" />
        {children}
      </a>
    </li>
  )
}

const box = z.literal('on').optional()
/** The documents are boxes to tick: a ticked one is sent as 'on'. */
const contestForm = z
  .object({ words: contestBody.shape.words, invoice: box, delivery: box, history: box, refunds: box })
  .refine((form) => evidenceKinds.some((kind) => form[kind]), {
    path: ['words'],
    error: 'Please choose at least one document: the bank takes no answer without.',
  })

function Answers({ dispute: { id, amount, evidence } }: { dispute: DisputeDetail }) {
  const [open, setOpen] = useState<'accept' | 'contest' | null>(null)
  const onClose = () => setOpen(null)
  const params = { id }
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen('accept')}>
        Accept
      </Button>
      <Button aria-haspopup="dialog" onClick={() => setOpen('contest')}>
        Contest
      </Button>
      {open === 'accept' && (
        <FormDialog
          title="Accept the dispute"
          text={`${formatAmount(amount)} go back to the buyer for good. The orders count as refunded, and who bears it is on this page.`}
          schema={z.object({})}
          button="Give the money back"
          failed="The dispute could not be accepted."
          send={() => call(admin.acceptDispute, { params })}
          onClose={onClose}
        >
          {() => null}
        </FormDialog>
      )}
      {open === 'contest' && (
        <FormDialog
          title="Contest the dispute"
          text="The bank reads your words and the documents. It decides within weeks."
          schema={contestForm}
          button="Send to the bank"
          busyLabel="Sending..."
          failed="The answer could not be sent."
          send={({ words, ...form }) =>
            call(admin.contestDispute, {
              params,
              body: { words, evidence: evidenceKinds.filter((kind) => form[kind]) },
            })
          }
          onClose={onClose}
        >
          {(field) => (
            <>
              <TextArea
                {...field('words')}
                label="Why the payment is right"
                rows={5}
                maxLength={1_000}
                hint="For example: when and where the parcel was delivered, and what the buyer wrote."
              />
              <fieldset className="flex flex-col gap-1">
                <legend className="mb-1 text-sm font-medium">Documents</legend>
                {evidence.map((kind) => (
                  <div key={kind}>
                    <label className="flex min-h-11 items-center gap-3 font-medium">
                      <input type="checkbox" name={kind} defaultChecked className="size-5 accent-forest" />
                      {evidenceWords[kind].title}
                    </label>
                    <p className="ms-8 text-sm text-muted">{evidenceWords[kind].text}</p>
                  </div>
                ))}
              </fieldset>
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}
