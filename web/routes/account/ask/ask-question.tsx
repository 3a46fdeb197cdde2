import { Link, useRevalidator } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { type AskForm, type OwnQuestion, questionBody } from '../../../../contract/question-forms.ts'
import { questionFaultWords, questionLimits } from '../../../../contract/question-words.ts'
import { call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { QuestionBody } from '../../../questions/question-body.tsx'
import { toast } from '../../../toast/toast.ts'
import { Badge, type BadgeColor } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

export function AskQuestion({ form: { product, refusal, own } }: { form: AskForm }) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex items-center gap-4">
        <span className="size-20 shrink-0 overflow-hidden rounded-xl bg-mist">
          <Picture src={product.imageUrl} alt="" size={80} eager className="size-full" />
        </span>
        <p className="min-w-0">
          <Link
            to={paths.product(product.id)}
            className="line-clamp-2 font-semibold text-balance text-forest underline underline-offset-4"
          >
            {product.name}
          </Link>
          <span className="mt-1 block text-sm text-muted">
            Sold by <bdi>{product.seller}</bdi>
          </span>
        </p>
      </div>
      {/* What was sent leaves an empty form for another question. */}
      {refusal === null ? (
        <AskFields key={own.length} productId={product.id} />
      ) : (
        <p role="status">{refusal}</p>
      )}
      {own.length > 0 && (
        <section aria-labelledby="own">
          <h2 id="own" className="text-lg font-semibold">
            Your questions about this product
          </h2>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {own.map((question) => (
              <li key={question.id} className="py-4">
                <p className="mb-1.5">
                  <Badge color={stateWords[question.state].color}>{stateWords[question.state].words}</Badge>
                </p>
                <QuestionBody question={question} seller={product.seller} own />
                <Outcome question={question} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const stateWords: Record<OwnQuestion['state'], { words: string; color: BadgeColor }> = {
  open: { words: 'Waits for an answer', color: 'yellow' },
  answered: { words: 'Answered', color: 'green' },
  declined: { words: 'Not answered', color: 'grey' },
  removed: { words: 'Taken down', color: 'red' },
}

function Outcome({ question: { state, removed } }: { question: OwnQuestion }) {
  if (state === 'declined')
    return (
      <p className="mt-2 text-sm text-muted">
        The seller says that this is no question about the product. It is not shown.
      </p>
    )
  if (!removed) return null
  return (
    <p className="mt-2 text-sm text-muted">
      Our team has taken {removed.part === 'question' ? 'your question' : 'the answer'} down:{' '}
      {questionFaultWords[removed.reason]}.
    </p>
  )
}

function AskFields({ productId }: { productId: string }) {
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: questionBody,
    failed: serverMsgOr('Your question could not be sent. Please try again.'),
    send: async (body) => {
      toast.success((await call(privateApi.question.ask, { params: { id: productId }, body })).msg)
      await revalidate()
    },
  })
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <FormProblem text={form.problem} loggedOut={form.loggedOut} />
      <TextArea
        {...form.field('words')}
        label="What would you like to know?"
        rows={4}
        maxLength={questionLimits.length}
      />
      <p className="text-sm text-muted">
        The seller answers on the page of the product, and we mail you the answer. Everybody reads both,
        without your name: please leave out anything personal. About an order, write to the seller on its page
        in My Orders.
      </p>
      <p>
        <Button {...form.submitButton} busyLabel="Sending...">
          Send my question
        </Button>
      </p>
    </form>
  )
}
