/** Answered questions of a product, rendered by the server only. */
import type { ShownQuestion } from '../../contract/question-forms.ts'
import { paths } from '../paths.ts'
import { QuestionBody } from './question-body.tsx'

export function QuestionList({ questions, seller }: { questions: readonly ShownQuestion[]; seller: string }) {
  return (
    <ul aria-label="Questions" className="divide-y divide-line border-y border-line">
      {questions.map((question) => (
        <li key={question.id} className="py-4">
          <article aria-label={`Question: ${question.words.slice(0, 60)}`} className="relative">
            <QuestionBody question={question} seller={seller} />
            <a
              href={paths.question(question.id)}
              rel="nofollow"
              className="absolute -top-3 right-0 inline-flex min-h-11 items-center text-sm text-forest underline underline-offset-4"
            >
              Report
            </a>
          </article>
        </li>
      ))}
    </ul>
  )
}
