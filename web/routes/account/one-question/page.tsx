/** One question about a product, to report it or its answer: the product's own page is the same for everybody and has no script for it. */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { type ProductQuestion, questionReportBody } from '../../../../contract/question-forms.ts'
import { questionFaultWords } from '../../../../contract/question-words.ts'
import { call } from '../../../api/client.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { StandalonePage } from '../../../layout/standalone-page.tsx'
import { paths } from '../../../paths.ts'
import { QuestionBody } from '../../../questions/question-body.tsx'
import { pageMeta } from '../../../seo/page-meta.ts'
import { requireSession } from '../../../session/require-session.ts'
import { Card } from '../../../ui/card.tsx'
import { loadOne, NotLoaded, toProducts } from '../load-one.tsx'
import { ReportForm } from '../report-form.tsx'

const heading = 'Report a Question'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: heading })

export const clientLoader = ({ request, params }: ClientLoaderFunctionArgs) =>
  requireSession(request, () =>
    loadOne(call(privateApi.question.get, { params: { id: params.id ?? '' } }), 'There is no such question.'),
  )

export function HydrateFallback() {
  return <PrivateFallback heading={heading} />
}

export default function OneQuestionPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <StandalonePage heading={heading} className="max-w-2xl">
      {'one' in loaded ? (
        <OneQuestion question={loaded.one} />
      ) : (
        <NotLoaded title="Question not found" refused={loaded} back={toProducts} />
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
        <ReportForm
          noun="question"
          answered={answer !== null}
          text="A question or an answer is taken down for these reasons only."
          schema={questionReportBody}
          faultWords={questionFaultWords}
          send={(body) => call(privateApi.question.report, { params: { id }, body })}
        />
      ) : (
        <p>
          Our team has taken the {removed.part} down: {questionFaultWords[removed.reason]}.
        </p>
      )}
    </div>
  )
}
