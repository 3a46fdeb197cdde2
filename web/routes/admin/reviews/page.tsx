/** Reviews that were reported or may be of a ring, or all; one is taken down for a stated reason. */
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import type { AdminReview } from '../../../../contract/admin-reviews.ts'
import { text } from '../../../../contract/fields.ts'
import { reviewFaults, reviewFaultWords } from '../../../../contract/review-words.ts'
import { call } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { Stars } from '../../../reviews/review-body.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { MessageCircleQuestionMark } from '../../../ui/more-icons.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ActionButton } from '../action-button.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { may } from '../may.ts'
import { loadList } from '../require-admin.ts'
import { Filter, SearchForm } from '../search-form.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.reviews, request, ['q', 'show'])

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { query } = loaded
  return (
    <ListPage
      heading="Reviews"
      noun="reviews"
      text="Reviews that somebody reported, or that may have been written together: look at them. A review is taken down for one of the stated reasons only, and never for being bad."
      loaded={loaded}
      search={
        <SearchForm query={query} label="Product ID or buyer's email">
          <Filter
            name="show"
            label="Show"
            query={query}
            all="To look at"
            options={[['all', 'All reviews']]}
          />
        </SearchForm>
      }
      empty={{
        title: 'Nothing to look at',
        text: 'No review is reported or looks odd.',
        icon: <MessageCircleQuestionMark />,
      }}
      rows={(reviews, list) => (
        <ul ref={list} aria-label="Reviews, newest first" className="grid items-start gap-4 lg:grid-cols-2">
          {reviews.map((item) => (
            <li key={item.id} tabIndex={-1} className="min-w-0">
              <ReviewCard item={item} />
            </li>
          ))}
        </ul>
      )}
    />
  )
}

const flagWords: Record<AdminReview['flags'][number], string> = {
  'same-address': 'Others at the same delivery address reviewed this product.',
  'same-network': 'Several reviews of this product came from the same network.',
  'own-address': 'The order was delivered to the address of the seller.',
  'own-network': 'The seller is logged in from the network from which this review came.',
  refunded: 'The order was refunded, fully or in part.',
  'other-listing': 'The seller has turned this listing into a different product; its reviews are marked.',
  burst: 'Very many reviews of this product came within a day.',
}

function ReviewCard({ item }: { item: AdminReview }) {
  const { product, customer, seller, stars, words, imageUrls, answer, answerRemoved } = item
  const { flags, reports, removed, at, edits } = item
  return (
    <article
      aria-label={`Review of ${product.name}`}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 text-sm shadow-card"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="line-clamp-2 min-w-0 text-base font-semibold">
          <a href={paths.product(product.id)} className="underline underline-offset-4">
            {product.name}
          </a>
        </h2>
        {removed !== null ? (
          <Badge color="red">Taken down</Badge>
        ) : (
          item.waits && <Badge color="yellow">To look at</Badge>
        )}
      </div>
      <p className="flex flex-wrap gap-x-3">
        <Stars stars={stars} />
        <span className="text-muted">
          {shortDate(at)}
          {edits > 0 && `, changed ${edits === 1 ? 'once' : `${edits} times`}`}
        </span>
      </p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {words}
      </p>
      {imageUrls.length > 0 && (
        <ul aria-label="Photos" className="flex flex-wrap gap-2">
          {imageUrls.map((address, index) => (
            <li key={address}>
              <a href={address} className="block size-20 overflow-hidden rounded-xl bg-mist">
                <Picture src={address} alt={`Photo ${index + 1}`} size={80} className="size-full" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {answer !== null && (
        <p className="wrap-anywhere">
          <span className="text-muted">The seller answered: </span>
          <bdi>“{answer}”</bdi>
        </p>
      )}
      {answerRemoved !== null && <p>The seller’s answer is taken down: {reviewFaultWords[answerRemoved]}.</p>}
      {removed !== null && <p>Taken down: {reviewFaultWords[removed]}.</p>}
      {(flags.length > 0 || reports.length > 0) && (
        <ul aria-label="What to look at" className="flex flex-col gap-1 rounded-xl bg-amber-soft px-4 py-3">
          {flags.map((flag) => (
            <li key={flag}>{flagWords[flag]}</li>
          ))}
          {reports.map(({ about, reason, words: more, by }, index) => (
            <li key={index} className="wrap-anywhere">
              A {by} says{about === 'answer' && ' of the answer'}: {reviewFaultWords[reason]}.{' '}
              {more !== '' && <bdi>“{more}”</bdi>}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <div className="min-w-0">
          <dt className="text-muted">Buyer</dt>
          <dd className="wrap-anywhere">
            {customer === null ? 'The account is erased' : <bdi className="font-medium">{customer}</bdi>}
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-muted">Seller</dt>
          <dd className="wrap-anywhere">
            <bdi>{seller}</bdi>
          </dd>
        </div>
      </dl>
      {removed === null && <Decisions item={item} />}
    </article>
  )
}

function Decisions({ item: { id, version, edits, waits, answeredAt } }: { item: AdminReview }) {
  const [asking, setAsking] = useState<'review' | 'answer' | null>(null)
  if (!may(admin.removeReview)) return null
  const close = () => setAsking(null)
  return (
    <div className="flex flex-wrap gap-3">
      {waits && (
        <ActionButton
          label="Nothing is wrong"
          busyLabel="Please wait..."
          failed="This could not be done."
          action={() => call(admin.keepReview, { params: { id }, body: { version } })}
        />
      )}
      <Button
        look="secondary"
        aria-haspopup="dialog"
        onClick={() => setAsking('review')}
        className="px-4 text-sm"
      >
        Take down
      </Button>
      {answeredAt !== null && (
        <Button
          look="secondary"
          aria-haspopup="dialog"
          onClick={() => setAsking('answer')}
          className="px-4 text-sm"
        >
          Take the answer down
        </Button>
      )}
      {asking === 'review' && (
        <TakeDownDialog
          title="Take this review down?"
          text="The reason is shown in its place, and its photos are deleted. The author gets reason and note by mail, and the audit keeps them. It cannot be put back."
          failed="The review could not be taken down."
          send={(body) => call(admin.removeReview, { params: { id }, body: { ...body, edits } })}
          onClose={close}
        />
      )}
      {asking === 'answer' && answeredAt !== null && (
        <TakeDownDialog
          title="Take the seller’s answer down?"
          text="The review stays, and the reason is shown in place of the answer. The seller gets reason and note by mail, and writes no other answer. It cannot be put back."
          failed="The answer could not be taken down."
          send={(body) => call(admin.removeAnswer, { params: { id }, body: { ...body, answeredAt } })}
          onClose={close}
        />
      )}
    </div>
  )
}

const takeDownForm = z.object({
  reason: z.enum(reviewFaults, { error: 'Please choose a reason.' }),
  note: text(500, 'Please say what exactly is wrong.'),
})

interface DialogProps {
  title: string
  text: string
  failed: string
  send: (body: z.output<typeof takeDownForm>) => Promise<{ msg: string }>
  onClose: () => void
}

function TakeDownDialog(dialog: DialogProps) {
  return (
    <FormDialog {...dialog} schema={takeDownForm} button="Take down">
      {(field) => (
        <>
          <SelectField {...field('reason')} label="Reason">
            <option value="">Please choose</option>
            {reviewFaults.map((fault) => (
              <option key={fault} value={fault}>
                {reviewFaultWords[fault]}
              </option>
            ))}
          </SelectField>
          <TextArea {...field('note')} label="What exactly is wrong?" rows={3} maxLength={500} />
        </>
      )}
    </FormDialog>
  )
}
