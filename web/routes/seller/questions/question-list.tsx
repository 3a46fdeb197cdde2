import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { type ProductQuestion, questionAnswerBody } from '../../../../contract/question-forms.ts'
import { questionFaultWords, questionLimits } from '../../../../contract/question-words.ts'
import { call } from '../../../api/client.ts'
import { failureMessage, serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { ProductThumbnail } from '../../../products/product-thumbnail.tsx'
import { QuestionBody } from '../../../questions/question-body.tsx'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { MessageCircleQuestionMark } from '../../../ui/more-icons.tsx'
import { AnswerDialog, AnswerList, type AnswerListProps } from '../answer-list.tsx'
import { sellerToast } from '../seller-toast.tsx'

export function QuestionList(props: AnswerListProps<ProductQuestion, 'open' | 'answered'>) {
  const open = props.show === 'open'
  return (
    <AnswerList
      {...props}
      noun="questions"
      order={open ? 'oldest' : 'newest'}
      choices={[
        ['open', 'To answer'],
        ['answered', 'Answered'],
      ]}
      empty={{
        icon: <MessageCircleQuestionMark />,
        title: 'No Questions',
        text: open
          ? 'No question about your products waits for an answer.'
          : 'What you answer will appear here, and on the pages of your products.',
      }}
      card={(question, index) => <QuestionCard question={question} eager={index < 4} />}
    />
  )
}

function QuestionCard({ question, eager }: { question: ProductQuestion; eager: boolean }) {
  const [asking, setAsking] = useState<'answer' | 'decline' | null>(null)
  const { id, product, seller, state, answer, removed, changeable } = question
  const close = () => setAsking(null)
  return (
    <article
      aria-label={`Question about ${product.name}`}
      className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex gap-4">
        <ProductThumbnail
          productId={product.id}
          src={product.imageUrl}
          size={96}
          eager={eager}
          faded={false}
        />
        <div className="min-w-0 flex-1">
          <h2 className="mb-2 line-clamp-2 font-semibold">
            <Link to={paths.product(product.id)} className="underline-offset-4 hover:underline">
              {product.name}
            </Link>
          </h2>
          <QuestionBody question={question} seller={seller} />
          {removed && (
            <p className="mt-2 text-sm text-muted">
              Our team has taken the {removed.part} down: {questionFaultWords[removed.reason]}.
            </p>
          )}
        </div>
      </div>
      {removed === null && (
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 sm:ml-28">
          {state === 'open' && (
            <>
              <Button aria-haspopup="dialog" onClick={() => setAsking('answer')} className="px-5 text-sm">
                Answer
              </Button>
              <Button
                look="secondary"
                aria-haspopup="dialog"
                onClick={() => setAsking('decline')}
                className="px-4 text-sm"
              >
                Decline
              </Button>
            </>
          )}
          {state === 'answered' && changeable && (
            <Button
              look="secondary"
              aria-haspopup="dialog"
              onClick={() => setAsking('answer')}
              className="px-4 text-sm"
            >
              Change my answer
            </Button>
          )}
          <Link
            to={paths.question(id)}
            className="inline-flex min-h-11 items-center text-sm text-forest underline underline-offset-4"
          >
            Report
          </Link>
        </p>
      )}
      {asking === 'answer' && (
        <AnswerDialog
          title="Answer this question"
          text={`Everybody reads question and answer on the page of the product. You can change the answer for ${questionLimits.changeHours} hours.`}
          schema={questionAnswerBody}
          maxLength={questionLimits.answerLength}
          words={answer?.words ?? ''}
          send={(body) =>
            call(privateApi.question.answer, { params: { id }, body: { ...body, no: answer?.no ?? 0 } })
          }
          onClose={close}
        />
      )}
      {asking === 'decline' && <DeclineDialog id={id} onClose={close} />}
    </article>
  )
}

function DeclineDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const signedOut = useSignedOut()
  const [busy, setBusy] = useState(false)

  async function decline(): Promise<void> {
    setBusy(true)
    try {
      sellerToast.success((await call(privateApi.question.decline, { params: { id } })).msg)
      onClose()
      await revalidate()
    } catch (error) {
      if (signedOut(error)) return
      sellerToast.error(failureMessage(error, serverMsgOr('This could not be done. Please try again.')))
      setBusy(false)
    }
  }

  return (
    <Dialog open title="Not a question about the product?" onClose={onClose}>
      <p className="text-muted">
        It is not shown to anybody, and we tell its asker so. You cannot answer it afterwards.
      </p>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={busy} busyLabel="Please wait..." onClick={() => void decline()}>
          Do not answer
        </Button>
      </div>
    </Dialog>
  )
}
