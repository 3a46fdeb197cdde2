/** Refunds that are late or failed, or all of them. */
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import type { AdminRefund } from '../../../../contract/admin-money.ts'
import { text } from '../../../../contract/fields.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { daysInWords } from '../../../../contract/period-words.ts'
import { refundReasonWords } from '../../../../contract/refund-words.ts'
import { call } from '../../../api/client.ts'
import { Badge, type BadgeColor } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ActionButton } from '../action-button.tsx'
import { adminPaths } from '../admin-paths.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ContactLink } from '../facts.tsx'
import { loadList } from '../require-admin.ts'
import { ListPage } from '../list-page.tsx'
import { Timestamp } from '../timestamp.tsx'
import { may } from '../may.ts'
import { NoteButton } from '../note-button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Undo2 } from '../../../ui/more-icons.tsx'
import { MoneyNav } from '../money-nav.tsx'
import { Filter, SearchForm } from '../search-form.tsx'

/** A search is among all refunds: who asks why something was refunded does not know that it was late. */
export function loader({ request }: LoaderFunctionArgs) {
  const searched = Boolean(new URL(request.url).searchParams.get('q')?.trim())
  return loadList(admin.refunds, request, ['q', 'show'], searched ? { show: 'all' } : {})
}

const states: Record<AdminRefund['state'], { words: string; color: BadgeColor }> = {
  scheduled: { words: 'Due later', color: 'grey' },
  accepted: { words: 'Accepted', color: 'blue' },
  processed: { words: 'Processed', color: 'green' },
  failed: { words: 'Failed', color: 'red' },
  replaced: { words: 'Replaced', color: 'grey' },
}

const columns: Column<AdminRefund>[] = [
  {
    name: 'Order',
    width: '7.5rem',
    cell: ({ orderNumbers }) => (
      <span className="inline-flex flex-wrap justify-end gap-x-3 lg:flex-col">
        {orderNumbers.map((number) => (
          <Link
            key={number}
            to={`${adminPaths.orders()}?q=${number}`}
            className="inline-block font-semibold text-forest tabular-nums underline underline-offset-4"
          >
            {number}
          </Link>
        ))}
      </span>
    ),
  },
  {
    name: 'Payment',
    width: 'minmax(0,1.4fr)',
    cell: ({ paymentId }) => (
      <span className="inline-flex items-center text-sm font-medium break-all">
        {paymentId}
        <CopyButton value={paymentId} what="payment ID" />
      </span>
    ),
  },
  {
    name: 'State',
    width: '7rem',
    cell: ({ state, late, attention }) => (
      <span className="inline-flex flex-wrap justify-end gap-1.5 lg:justify-start">
        <Badge color={states[state].color}>{states[state].words}</Badge>
        {late && state !== 'failed' && <Badge color="yellow">Late</Badge>}
        {attention === 'twice' && <Badge color="red">Twice</Badge>}
        {attention === 'unmatched' && <Badge color="red">For what?</Badge>}
      </span>
    ),
  },
  {
    name: 'Reason',
    width: 'minmax(0,1.4fr)',
    long: true,
    cell: ({ reason, note }) => (
      <span className="text-sm">
        {refundReasonWords[reason]}
        {note && (
          <>
            {' '}
            <bdi className="text-muted wrap-anywhere">“{note}”</bdi>
          </>
        )}
      </span>
    ),
  },
  {
    name: 'Customer',
    width: 'minmax(0,1.2fr)',
    cell: ({ customerEmail }) => <ContactLink href={`mailto:${customerEmail}`}>{customerEmail}</ContactLink>,
  },
  {
    name: 'Since',
    width: '11rem',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
  {
    name: 'Amount',
    width: '7rem',
    end: true,
    cell: ({ amount }) => <span className="font-semibold tabular-nums">{formatAmount(amount)}</span>,
  },
  { name: '', width: '9.5rem', end: true, cell: (refund) => <RefundActions refund={refund} /> },
]

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <>
      <MoneyNav />
      <ListPage
        heading="Refunds"
        noun="refunds"
        text={`Money goes back by itself. Here stands what failed, was not taken by the provider within an hour, was not done within ${daysInWords(limits.refundDays)}, or was made at the provider and asks what for.`}
        loaded={loaded}
        search={
          <SearchForm query={query} label="Order number, payment ID or customer">
            <Filter
              name="show"
              label="Show"
              query={query}
              all={query['q'] ? 'All that were found' : 'Late refunds'}
              options={[
                ['late', 'Late refunds'],
                ['all', 'All refunds'],
              ]}
            />
          </SearchForm>
        }
        empty={{
          title: query['q'] ? 'No refunds found' : 'No late refunds',
          text: query['q'] ? 'No refund fits this search.' : 'All money that had to go back is on its way.',
          icon: <Undo2 />,
        }}
        rows={(refunds, list) => (
          <DataTable label="Refunds, newest first" columns={columns} items={refunds} list={list} />
        )}
      />
    </>
  )
}

function RefundActions({ refund }: { refund: AdminRefund }) {
  const { id, state, late, amount, attention, customerEmail } = refund
  if (attention) return may(admin.answerRefund) && <AnswerButton refund={refund} />
  if (state === 'processed' || state === 'replaced') return null
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {state !== 'failed' && may(admin.retryRefund) && (
        <ActionButton
          label="Try again"
          busyLabel="Trying..."
          action={() => call(admin.retryRefund, { params: { id } })}
          failed="The refund could not be tried again."
        />
      )}
      {late && may(admin.settleRefund) && (
        <NoteButton
          title="Paid by hand"
          label="What was done"
          required="Please say what was done."
          button="Mark as paid"
          failed="The refund could not be marked."
          send={(note) => call(admin.settleRefund, { params: { id }, body: { note } })}
        >
          {formatAmount(amount)} went back to {customerEmail} another way, at the provider or by bank. No
          money is moved by this.
        </NoteButton>
      )}
    </span>
  )
}

/** The form's choices are the answers; those that name a refund are its id. */
function AnswerButton({ refund }: { refund: AdminRefund }) {
  const [open, setOpen] = useState(false)
  const { id, state, amount, attention, mayBe, customerEmail } = refund
  const isTwice = attention === 'twice'
  const title = isTwice ? 'Seen' : 'Say what for'
  const what = `${formatAmount(amount)} to ${customerEmail}`
  return (
    <>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        aria-label={`${title}: ${what}`}
        onClick={() => setOpen(true)}
        className="px-4 text-sm"
      >
        {title}
      </Button>
      {open && (
        <FormDialog
          title={isTwice ? 'Refunded twice' : 'What was it for?'}
          text={
            isTwice
              ? `${what} went back a second time, at the shop's expense. Note what you do about it.`
              : `${what} was refunded at the payment provider, and the shop cannot tell what for. Other refunds of this payment wait for your answer.`
          }
          schema={z.object({
            answer: text(60, 'Please choose.'),
            note: text(400, 'Please say how you know.'),
          })}
          initial={{ answer: isTwice ? 'seen' : '' }}
          button={isTwice ? 'Seen' : 'Answer'}
          failed="The answer could not be stored."
          send={({ answer, note }) =>
            call(admin.answerRefund, {
              params: { id },
              body:
                answer === 'gift' || answer === 'void' || answer === 'seen'
                  ? { answer, note }
                  : { answer: 'refund', refundId: answer, note },
            })
          }
          onClose={() => setOpen(false)}
        >
          {(field) => (
            <>
              {!isTwice && (
                <SelectField {...field('answer')} label="It was for">
                  <option value="">Please choose</option>
                  {mayBe.map((other) => (
                    <option key={other.id} value={other.id}>
                      the refund of {formatAmount(other.amount)} (
                      {refundReasonWords[other.reason].replace(/\.$/, '')})
                    </option>
                  ))}
                  <option value="gift">nothing of these: a gift, or an order that is kept</option>
                  {state === 'failed' && <option value="void">nothing: it failed and is not owed</option>}
                </SelectField>
              )}
              <TextArea
                {...field('note')}
                label={isTwice ? 'What is done about it' : 'How you know'}
                rows={3}
                maxLength={400}
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}
