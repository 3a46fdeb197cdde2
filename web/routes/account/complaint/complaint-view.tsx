import { useState } from 'react'
import { Link } from 'react-router'
import { complaintReplyBody, type ShownComplaint } from '../../../../contract/complaint.ts'
import { complaintCategoryWords, complaintLength } from '../../../../contract/complaint-words.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { call } from '../../../api/client.ts'
import { Messages } from '../../../complaints/messages.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { failureMessageAndWait, serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { longDate } from '../../../ui/dates.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { ComplaintBadge } from '../complaint-badge.tsx'

interface Props {
  complaint: ShownComplaint
  /** From the link in a mail; empty for whoever is logged in. */
  token: string
  onChanged: () => Promise<void>
}

export function ComplaintView({ complaint, token, onChanged }: Props) {
  const { id, number, state, category, order, product, createdAt, answerBy, answeredAt, decideBy } = complaint
  const isOver = state === 'solved' || state === 'closed'
  return (
    <div className="flex flex-col gap-5">
      <Card className="p-4 sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 className="text-xl font-semibold tabular-nums">{number}</h2>
          <ComplaintBadge state={state} />
        </div>
        <p className="text-muted">
          {complaintCategoryWords[category]}, {longDate(createdAt)}
        </p>
        {order && (
          <p>
            {token ? (
              `Order ${order}`
            ) : (
              <Link
                to={paths.myOrder(order)}
                className="inline-flex min-h-11 items-center font-medium text-forest underline underline-offset-4"
              >
                Order {order}
              </Link>
            )}
          </p>
        )}
        {product && (
          <p className="wrap-anywhere">
            <bdi>{product}</bdi>
          </p>
        )}
        {complaint.sellerAsked && (
          <p className="mt-2 text-sm text-muted">
            We have asked the seller, who reads your first message, but neither your name nor your email
            address.
          </p>
        )}
        {!isOver && (
          <p className="mt-2">
            {answeredAt === null && `We answer by ${longDate(answerBy)}. `}We decide by {longDate(decideBy)}.
          </p>
        )}
      </Card>
      <Messages
        messages={complaint.messages.map((message) => ({
          ...message,
          who: message.by === 'you' ? 'You' : 'Our team',
          own: message.by === 'you',
        }))}
      />
      {state === 'solved' && complaint.satisfied === null && (
        <Rating id={id} token={token} onChanged={onChanged} />
      )}
      {complaint.satisfied !== null && (
        <p className="text-muted">
          You told us that the solution {complaint.satisfied ? 'satisfies you' : 'does not satisfy you'}.
        </p>
      )}
      {complaint.answerable ? (
        <ReplyForm
          key={complaint.messages.length}
          complaint={complaint}
          token={token}
          onChanged={onChanged}
        />
      ) : (
        <p className="text-muted">
          {complaint.full
            ? 'You have written as many messages about this complaint as one can. Our team still decides it. If something is missing, please'
            : 'This complaint is closed. If something is still wrong, please'}{' '}
          <Link to={paths.newComplaint} className="font-medium text-forest underline underline-offset-4">
            make a new one
          </Link>{' '}
          and name the number {number}.
        </p>
      )}
    </div>
  )
}

function ReplyForm({ complaint: { id, reopenUntil }, token, onChanged }: Props) {
  const form = useForm({
    schema: complaintReplyBody,
    send: async (body) => {
      const { msg } = token
        ? await call(privateApi.complaint.replyByLink, { body: { ...body, token } })
        : await call(privateApi.complaint.reply, { params: { id }, body })
      toast.success(msg)
      await onChanged()
    },
  })
  return (
    <form {...form.props} aria-label="Write to us" className="flex flex-col gap-3">
      <FormProblem text={form.problem} loggedOut={form.loggedOut} />
      <TextArea
        {...form.field('words')}
        label={reopenUntil ? 'Not solved? Tell us why' : 'Write to us'}
        hint={
          reopenUntil
            ? `This opens your complaint again, which is possible once, until ${longDate(reopenUntil)}`
            : undefined
        }
        rows={5}
        maxLength={complaintLength}
      />
      <Button
        {...form.submitButton}
        look={reopenUntil ? 'secondary' : 'primary'}
        className="sm:self-start sm:px-8"
        busyLabel="Sending..."
      >
        {reopenUntil ? 'Open it again' : 'Send'}
      </Button>
    </form>
  )
}

function Rating({ id, token, onChanged }: { id: string; token: string; onChanged: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function rate(satisfied: boolean): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const { msg } = token
        ? await call(privateApi.complaint.rateByLink, { body: { token, satisfied } })
        : await call(privateApi.complaint.rate, { params: { id }, body: { satisfied } })
      toast.success(msg)
      await onChanged()
    } catch (error) {
      setProblem(failureMessageAndWait(error, serverMsgOr('This could not be stored.')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card className="p-4 sm:p-5">
      <h2 className="font-semibold">Does the solution satisfy you?</h2>
      <FormProblem text={problem} />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="secondary" busy={busy} onClick={() => void rate(true)}>
          Yes
        </Button>
        <Button look="secondary" busy={busy} onClick={() => void rate(false)}>
          No
        </Button>
      </div>
    </Card>
  )
}
