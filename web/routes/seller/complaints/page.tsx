/** Complaints about a seller's orders and products that the desk asks them about. */
import { type ClientLoaderFunctionArgs, type MetaFunction, useLoaderData, useRevalidator } from 'react-router'
import { complaintReplyBody, type SellersComplaint } from '../../../../contract/complaint.ts'
import { complaintCategoryWords, complaintLength } from '../../../../contract/complaint-words.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { call, callPage } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { Messages } from '../../../complaints/messages.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { fromCursor, noRows } from '../../../lists/from-cursor.ts'
import { LoadMore } from '../../../lists/load-more.tsx'
import { useOwnList } from '../../../lists/use-own-list.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { toast } from '../../../toast/toast.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { exactTime, shortDate } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MessageCircleQuestionMark } from '../../../ui/more-icons.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { requireSeller } from '../require-seller.ts'
import { SellerPage } from '../seller-page.tsx'

const pageLimit = 20

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Complaints' })

const more = (cursor: string | undefined) =>
  callPage(privateApi.complaint.getSeller, { query: { limit: pageLimit, cursor } })

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireSeller(request, () => loadOrEmpty(() => fromCursor(request, more), noRows))
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Complaints" text="Loading complaints..." />
}

export default function SellerComplaintsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const { items, list, loadMore } = useOwnList(loaded.value, more)
  return (
    <SellerPage heading="Complaints">
      {items.length === 0 ? (
        <EmptyState
          icon={<MessageCircleQuestionMark />}
          title="No Complaints"
          text="What buyers complain of, and our team asks you about, will appear here with the time until which you answer."
        >
          {loaded.failed && <TryAgain />}
        </EmptyState>
      ) : (
        <>
          <p className="mb-4 max-w-3xl text-muted">
            Our team reads your answers and decides. Who complains does not see them.
          </p>
          <ul
            ref={list}
            aria-label="Complaints, newest first"
            className="grid items-start gap-4 xl:grid-cols-2"
          >
            {items.map((item) => (
              <li key={item.id} tabIndex={-1} className="min-w-0">
                <SellersCard item={item} />
              </li>
            ))}
          </ul>
          <LoadMore {...loadMore} noun="complaints" />
        </>
      )}
    </SellerPage>
  )
}

const names = { person: 'The complaint', desk: 'Our team', you: 'You' }

function SellersCard({ item }: { item: SellersComplaint }) {
  const { number, category, order, product, answerBy, late, answerable, full, messages } = item
  const isAnswered = messages.at(-1)?.by === 'you'
  return (
    <article
      aria-label={`Complaint ${number}`}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold tabular-nums">{number}</h2>
        {answerable ? (
          <Badge color={late ? 'red' : isAnswered ? 'green' : 'yellow'}>
            {isAnswered ? 'Answered' : late ? 'Answer is late' : 'Needs your answer'}
          </Badge>
        ) : (
          <Badge>Decided</Badge>
        )}
      </div>
      <p className="text-sm wrap-anywhere text-muted">
        {complaintCategoryWords[category]}
        {order && `, order ${order}`}
        {product && (
          <>
            , <bdi>{product}</bdi>
          </>
        )}
      </p>
      {answerable && !isAnswered && (
        <p className={late ? 'font-semibold text-clay' : ''}>
          Please answer by {shortDate(answerBy)}, {exactTime(answerBy)}.
        </p>
      )}
      <Messages
        messages={messages.map((message) => ({
          ...message,
          who: names[message.by],
          own: message.by === 'you',
        }))}
      />
      {answerable && !full && <AnswerForm key={messages.length} id={item.id} />}
      {answerable && full && (
        <p className="text-muted">You have written as many messages about this complaint as one can.</p>
      )}
    </article>
  )
}

function AnswerForm({ id }: { id: string }) {
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: complaintReplyBody,
    send: async (body) => {
      toast.success((await call(privateApi.complaint.answerAsSeller, { params: { id }, body })).msg)
      await revalidate()
    },
  })
  return (
    <form {...form.props} aria-label="Answer our team" className="flex flex-col gap-3">
      <FormProblem text={form.problem} loggedOut={form.loggedOut} />
      <TextArea {...form.field('words')} label="Your answer" rows={3} maxLength={complaintLength} />
      <Button {...form.submitButton} className="sm:self-start sm:px-8" busyLabel="Sending...">
        Send
      </Button>
    </form>
  )
}
