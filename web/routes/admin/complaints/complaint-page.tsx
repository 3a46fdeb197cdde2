/** One complaint: what was said, what is known, and all that the desk can do. */
import { useState } from 'react'
import { type LoaderFunctionArgs, Link, useLoaderData, useRevalidator } from 'react-router'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import { type AdminComplaintPage, type DeskAct, deskForm } from '../../../../contract/admin-complaints.ts'
import { complaintCategoryWords, complaintLength } from '../../../../contract/complaint-words.ts'
import { withoutContacts } from '../../../../contract/contacts.ts'
import { call } from '../../../api/client.ts'
import { Messages } from '../../../complaints/messages.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { toast } from '../../../toast/toast.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { TriangleAlert } from '../../../ui/more-icons.tsx'
import { Note } from '../../../ui/note.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { adminPaths } from '../admin-paths.ts'
import { ContactLink, Fact } from '../facts.tsx'
import { PageHead } from '../list-page.tsx'
import { NoteButton } from '../note-button.tsx'
import { requireAdmin } from '../require-admin.ts'
import { Timestamp } from '../timestamp.tsx'
import { deskStateWords } from './state-words.ts'

export const loader = ({ request, params: { id = '' } }: LoaderFunctionArgs) =>
  requireAdmin(request, () => call(admin.complaint, { params: { id } }))

export function Component() {
  const complaint = useLoaderData<typeof loader>()
  const { id, number, state, due, messages, escalated } = complaint
  const [sent, setSent] = useState(0)
  const isOpen = state === 'open' || state === 'waiting'
  return (
    <>
      <PageHead
        heading={`Complaint ${number}`}
        actions={
          isOpen &&
          !escalated && (
            <NoteButton
              title="Put before the owners"
              label="Why?"
              required="Please say why."
              button="Put before the owners"
              failed="This could not be done."
              send={(note) => call(admin.escalateComplaint, { params: { id }, body: { note } })}
            >
              The owners of the shop get a mail with your reason.
            </NoteButton>
          )
        }
      />
      {due === 'late' && (
        <Note icon={<TriangleAlert />} title="This complaint is late." className="mb-4">
          Please answer or solve it now.
        </Note>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Messages messages={messages.map((message) => ({ ...message, ...whoseWords(message) }))} />
          {complaint.orderMessages.length > 0 && (
            <section aria-labelledby="order-messages">
              <h2 id="order-messages" className="mb-3 text-lg font-semibold">
                The reported messages about the order
              </h2>
              <Messages
                messages={complaint.orderMessages.map(({ by, ...message }) => ({
                  ...message,
                  who: by === 'buyer' ? 'The buyer' : 'The seller',
                  own: by === 'seller',
                }))}
              />
            </section>
          )}
          {state !== 'closed' && (
            // A new form after each sent text: one that was refused keeps what was typed.
            <DeskForm
              key={sent}
              complaint={complaint}
              isOpen={isOpen}
              onSent={() => setSent((before) => before + 1)}
            />
          )}
        </div>
        <Facts complaint={complaint} />
      </div>
    </>
  )
}

type Message = AdminComplaintPage['messages'][number]

function whoseWords({ kind, author }: Pick<Message, 'kind' | 'author'>) {
  const who = {
    person: 'Who complains',
    desk: `${author}, to who complains`,
    note: `Note of ${author}`,
    'to-seller': `${author}, to the seller`,
    seller: 'The seller',
  }[kind]
  return { who, own: author !== null, internal: kind === 'note' }
}

const actWords: Record<DeskAct, string> = {
  answer: 'Answer; we go on with it',
  ask: 'Ask who complains, and wait',
  solve: 'Solve it with this answer',
  'ask-seller': 'Ask the seller',
  note: 'Note for administrators only',
  dismiss: 'Close it as bogus, without a mail',
}

interface DeskFormProps {
  complaint: AdminComplaintPage
  isOpen: boolean
  onSent: () => void
}

function DeskForm({ complaint, isOpen, onSent }: DeskFormProps) {
  const { id, messages, seller, by, words } = complaint
  const { revalidate } = useRevalidator()
  const acts = (Object.keys(actWords) as DeskAct[]).filter(
    (act) =>
      act === 'note' ||
      (isOpen &&
        (act !== 'ask-seller' || seller !== null) &&
        (act !== 'dismiss' || by === 'visitor-not-seen')),
  )
  const form = useForm({
    schema: deskForm,
    initial: { act: isOpen ? 'answer' : 'note' },
    // Somebody wrote meanwhile: their words appear above, and what was typed stays.
    onFailed: ({ status }) => {
      if (status === 409) void revalidate()
    },
    send: async (body) => {
      const seen = messages.at(-1)?.id ?? ''
      const { msg } = await call(admin.writeComplaint, { params: { id }, body: { ...body, seen } })
      toast.success(msg)
      await revalidate()
      onSent()
    },
  })
  return (
    <form
      {...form.props}
      aria-label="Answer"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card"
    >
      <FormProblem text={form.problem} loggedOut={form.loggedOut} />
      <SelectField {...form.field('act')} label="What to do">
        {acts.map((act) => (
          <option key={act} value={act}>
            {actWords[act]}
          </option>
        ))}
      </SelectField>
      <TextArea {...form.field('words')} label="Text" rows={6} maxLength={complaintLength} />
      {acts.includes('ask-seller') && (
        <div className="rounded-xl bg-dew px-4 py-3 text-sm">
          <p>
            If you ask the seller, they read your text and these first words, and neither name nor email
            address of who complains. If the words say who that is, write to the person first.
          </p>
          <p
            dir="auto"
            className="mt-1 max-h-40 overflow-y-auto whitespace-pre-line text-muted wrap-anywhere"
          >
            “{withoutContacts(words)}”
          </p>
        </div>
      )}
      <Button {...form.submitButton} className="sm:self-start sm:px-8" busyLabel="Sending...">
        Send
      </Button>
    </form>
  )
}

const byWords = {
  account: null,
  visitor: 'A visitor, who has the mail',
  'visitor-not-seen': 'A visitor who has not opened the link in the mail: the address may not be theirs',
}

function Facts({ complaint }: { complaint: AdminComplaintPage }) {
  const { state, category, name, email, by, order, product, seller, sellersAnswer } = complaint
  return (
    <dl className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:grid-cols-2 lg:grid-cols-1">
      <Fact name="State">
        <Badge color={deskStateWords[state].color}>{deskStateWords[state].words}</Badge>
        {complaint.escalated && <Badge color="red">Before the owners</Badge>}
      </Fact>
      <Fact name="About">{complaintCategoryWords[category]}</Fact>
      <Fact name="From">
        <bdi className="block">{name}</bdi>
        {email !== '' && <ContactLink href={`mailto:${email}`}>{email}</ContactLink>}
        {byWords[by] && <span className="block text-sm font-normal text-muted">{byWords[by]}</span>}
      </Fact>
      {order && (
        <Fact name="Order">
          <Link
            to={`${adminPaths.orders()}?q=${encodeURIComponent(order)}`}
            className="inline-flex min-h-11 items-center text-forest underline underline-offset-4"
          >
            {order}
          </Link>
        </Fact>
      )}
      {product && <Fact name="Product">{product}</Fact>}
      {seller && (
        <Fact name="Seller">
          {seller}
          {sellersAnswer === 'late' && <span className="block text-clay">Their answer is late</span>}
        </Fact>
      )}
      <Fact name="First answer by">
        <Timestamp at={complaint.answerBy} />
        {complaint.answeredAt && (
          <span className="block text-sm font-normal text-muted">
            Answered <Timestamp at={complaint.answeredAt} />
          </span>
        )}
      </Fact>
      <Fact name="Decision by">
        <Timestamp at={complaint.decideBy} />
      </Fact>
      {complaint.solvedAt && (
        <Fact name="Solved">
          <Timestamp at={complaint.solvedAt} />
        </Fact>
      )}
      {complaint.reopenedAt && (
        <Fact name="Opened again">
          <Timestamp at={complaint.reopenedAt} />
        </Fact>
      )}
      {complaint.satisfied !== null && <Fact name="Satisfied">{complaint.satisfied ? 'Yes' : 'No'}</Fact>}
      <div>
        <AssignForm key={complaint.assignedTo} complaint={complaint} />
      </div>
    </dl>
  )
}

const nobody = 'nobody'

function AssignForm({ complaint: { id, assignedTo, colleagues } }: { complaint: AdminComplaintPage }) {
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: z.object({ to: z.string() }),
    initial: { to: colleagues.find(({ email }) => email === assignedTo)?.id ?? nobody },
    send: async ({ to }) => {
      const body = { to: to === nobody ? null : to }
      toast.success((await call(admin.assignComplaint, { params: { id }, body })).msg)
      await revalidate()
    },
  })
  return (
    <form {...form.props} aria-label="Assign" className="flex flex-col gap-2">
      <FormProblem text={form.problem} loggedOut={form.loggedOut} />
      <SelectField {...form.field('to')} label="Assigned to">
        <option value={nobody}>Nobody</option>
        {colleagues.map((one) => (
          <option key={one.id} value={one.id}>
            {one.email}
          </option>
        ))}
      </SelectField>
      <Button {...form.submitButton} look="secondary" busyLabel="Please wait...">
        Assign
      </Button>
    </form>
  )
}
