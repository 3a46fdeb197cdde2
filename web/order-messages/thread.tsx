/** What buyer and seller wrote to each other about an order, oldest first, and the form to write more. Texts are never links. */
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { messagesReportBody, orderMessageBody, type OrderThread } from '../../contract/order-messages.ts'
import { orderMessageLimits } from '../../contract/order-message-limits.ts'
import { privateApi } from '../../contract/private-endpoints.ts'
import { call } from '../api/client.ts'
import { Messages } from '../complaints/messages.tsx'
import { FormProblem } from '../forms/form-problem.tsx'
import { useForm } from '../forms/use-form.ts'
import { toast } from '../toast/toast.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/text-area.tsx'

export function Thread({ thread, to }: { thread: OrderThread; to: string }) {
  const { orderId, other, messages, closed } = thread
  const last = messages.findLast(({ by }) => by === 'other')?.id
  useEffect(() => {
    // Where this fails, the messages stay new: nothing is lost.
    if (last) call(privateApi.orderMessages.see, { params: { id: orderId }, body: { last } }).catch(() => {})
  }, [orderId, last])
  return (
    <div className="flex flex-col gap-4">
      {messages.length > 0 && (
        <Messages
          messages={messages.map(({ by, ...message }) => ({
            ...message,
            who: by === 'you' ? 'You' : other,
            own: by === 'you',
          }))}
        />
      )}
      {closed === null ? (
        <WriteForm key={messages.filter(({ by }) => by === 'you').length} orderId={orderId} to={to} />
      ) : (
        <p className="text-muted">{closed}</p>
      )}
      {last && <Report orderId={orderId} />}
    </div>
  )
}

function WriteForm({ orderId, to }: { orderId: string; to: string }) {
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: orderMessageBody,
    send: async (body) => {
      toast.success((await call(privateApi.orderMessages.send, { params: { id: orderId }, body })).msg)
      await revalidate()
    },
  })
  return (
    <form {...form.props} aria-label={`Write to ${to}`} className="flex flex-col gap-3">
      <FormProblem text={form.problem} loggedOut={form.loggedOut} />
      <TextArea
        {...form.field('words')}
        label={`Write to ${to}`}
        hint="Email addresses and Indian mobile numbers are hidden from the other side. Nobody needs your password, card or one-time codes."
        rows={3}
        maxLength={orderMessageLimits.length}
      />
      <Button
        {...form.submitButton}
        look="secondary"
        className="sm:self-start sm:px-8"
        busyLabel="Sending..."
      >
        Send
      </Button>
    </form>
  )
}

function Report({ orderId }: { orderId: string }) {
  const [reported, setReported] = useState<string | null>(null)
  const form = useForm({
    schema: messagesReportBody,
    send: async (body) => {
      setReported((await call(privateApi.orderMessages.report, { params: { id: orderId }, body })).msg)
    },
  })
  if (reported !== null) return <p role="status">{reported}</p>
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-forest underline underline-offset-4">
        Report these messages
      </summary>
      <form {...form.props} aria-label="Report these messages" className="mt-2 flex flex-col gap-3">
        <p className="text-muted">
          This makes a complaint. Our team then reads all messages about this order, and answers you.
        </p>
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        <TextArea
          {...form.field('words')}
          label="What is wrong?"
          rows={2}
          maxLength={orderMessageLimits.length}
        />
        <Button {...form.submitButton} look="secondary" className="self-start" busyLabel="Sending...">
          Report
        </Button>
      </form>
    </details>
  )
}
