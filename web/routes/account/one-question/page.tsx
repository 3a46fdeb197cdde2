/** One question about a product, to report it or its answer: the product's own page is the same for everybody and has no script for it. */
import { useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { type ProductQuestion, questionReportBody } from '../../../../contract/question-forms.ts'
import { questionFaults, questionFaultWords } from '../../../../contract/question-words.ts'
import { ApiError, call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { TryAgain } from '../../../layout/try-again.tsx'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { QuestionBody } from '../../../questions/question-body.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageX } from '../../../ui/icons.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

const heading = 'Report a Question'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: heading })

type Loaded = { question: ProductQuestion } | { refusal: string; again: boolean }

export function clientLoader({ request, params }: ClientLoaderFunctionArgs): Promise<Loaded> {
  return requireSession(request, async () => {
    try {
      return { question: await call(privateApi.question.get, { params: { id: params.id ?? '' } }) }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error
      const unknown = error.status === 404 || error.status === 400
      return {
        refusal: unknown ? 'There is no such question.' : 'We could not reach the shop just now.',
        again: !unknown,
      }
    }
  })
}

export function HydrateFallback() {
  return <PrivateFallback heading={heading} />
}

export default function OneQuestionPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage heading={heading} className="max-w-2xl">
      {'question' in loaded ? (
        <OneQuestion question={loaded.question} />
      ) : (
        <EmptyState icon={<PackageX />} title="Question not found" text={loaded.refusal}>
          {loaded.again && <TryAgain />}
          <Link to={paths.home} className={buttonClass('secondary')}>
            Explore Products
          </Link>
        </EmptyState>
      )}
    </StandalonePage>
  )
}

function OneQuestion({ question }: { question: ProductQuestion }) {
  const { id, product, seller, answer, removed } = question
  return (
    <div className="flex flex-col gap-5">
      <p>
        <span className="text-muted">About </span>
        <Link
          to={`${paths.product(product.id)}#questions`}
          className="font-semibold text-forest underline underline-offset-4"
        >
          {product.name}
        </Link>
      </p>
      <Card className="p-4 sm:p-5">
        <QuestionBody question={question} seller={seller} />
      </Card>
      {removed === null ? (
        <ReportForm id={id} answered={answer !== null} />
      ) : (
        <p>
          Our team has taken the {removed.part} down: {questionFaultWords[removed.reason]}.
        </p>
      )}
    </div>
  )
}

function ReportForm({ id, answered }: { id: string; answered: boolean }) {
  const [sent, setSent] = useState('')
  const form = useForm({
    schema: questionReportBody,
    failed: serverMsgOr('Your report could not be sent. Please try again.'),
    send: async (body) => setSent((await call(privateApi.question.report, { params: { id }, body })).msg),
  })
  return (
    <section aria-labelledby="report-heading">
      <h2 id="report-heading" className="text-lg font-semibold">
        {answered ? 'Report this question or the answer' : 'Report this question'}
      </h2>
      {sent !== '' ? (
        <p role="status" className="mt-1">
          {sent}
        </p>
      ) : (
        <form {...form.props} className="mt-1 flex flex-col gap-4">
          <p className="text-sm text-muted">
            Our team looks at it. A question or an answer is taken down for these reasons only.
          </p>
          <FormProblem text={form.problem} loggedOut={form.loggedOut} />
          {answered && (
            <SelectField {...form.field('about')} label="What do you report?">
              <option value="question">The question</option>
              <option value="answer">The seller’s answer</option>
            </SelectField>
          )}
          <SelectField
            name="reason"
            label="What is wrong?"
            error={form.field('reason').error}
            defaultValue=""
          >
            <option value="">Please choose</option>
            {questionFaults.map((fault) => (
              <option key={fault} value={fault}>
                {questionFaultWords[fault].replace(/^./, (letter) => letter.toUpperCase())}
              </option>
            ))}
          </SelectField>
          <TextArea {...form.field('words')} label="More about it (optional)" rows={3} maxLength={500} />
          <p>
            <Button {...form.submitButton} look="secondary" busyLabel="Sending...">
              Report
            </Button>
          </p>
        </form>
      )}
    </section>
  )
}
