/** One question with its answer as everybody reads them. The texts are never links, and nobody learns who asked. */
import type { OwnQuestion, ShownQuestion } from '../../contract/question-forms.ts'
import { shortDate } from '../ui/dates.ts'

interface Props {
  question: Pick<ShownQuestion | OwnQuestion, 'at' | 'words' | 'answer'>
  /** The company of the seller. */
  seller: string
  /** On a page of the one who asked. */
  own?: boolean
}

export function QuestionBody({ question: { at, words, answer }, seller, own = false }: Props) {
  return (
    <>
      <p className="text-sm text-muted">
        {own ? 'You' : 'A customer'} asked on {shortDate(at)}
      </p>
      <p dir="auto" className="mt-1 max-w-prose font-semibold whitespace-pre-line wrap-anywhere">
        {words}
      </p>
      {answer && (
        <div className="mt-2 max-w-prose rounded-xl bg-dew px-4 py-3 text-sm">
          <p className="font-semibold wrap-anywhere">
            <bdi>{seller}</bdi> answered{' '}
            <span className="font-normal text-muted">on {shortDate(answer.at)}</span>
          </p>
          <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
            {answer.words}
          </p>
        </div>
      )}
    </>
  )
}
