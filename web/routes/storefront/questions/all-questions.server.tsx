/** One page of the questions about a product, rendered by the server only. */
import type { ProductDetail } from '../../../../contract/product.ts'
import type { ShownQuestion } from '../../../../contract/question-forms.ts'
import type { ListPage } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { QuestionList } from '../../../questions/question-list.server.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { toServerHtml } from '../../../ui/to-server-html.server.ts'

const link = 'inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4'

interface Props {
  product: ProductDetail
  page: ListPage<ShownQuestion>
  /** Whether this is a later page of the list. */
  later: boolean
}

function AllQuestions({ product, page, later }: Props) {
  const address = paths.questions(product.id)
  return (
    <>
      <div className="mt-4 flex items-center gap-4">
        <a
          href={paths.product(product.id)}
          tabIndex={-1}
          aria-hidden="true"
          className="size-20 shrink-0 overflow-hidden rounded-xl bg-mist"
        >
          <Picture src={product.images[0] ?? ''} alt="" size={80} className="size-full" />
        </a>
        <div className="min-w-0">
          <a href={paths.product(product.id)} className={link}>
            <span className="line-clamp-2">{product.name}</span>
          </a>
          <p className="text-sm text-muted">
            Sold by <bdi>{product.sellerCompany}</bdi>
          </p>
        </div>
      </div>
      <p className="mt-4">
        <a href={paths.ask(product.id)} rel="nofollow" className={buttonClass('secondary')}>
          Ask a question
        </a>
      </p>
      <div className="mt-6 max-w-4xl">
        {page.items.length > 0 ? (
          <>
            <p className="mb-3 text-sm text-muted">
              {page.total.toLocaleString('en-IN')} {page.total === 1 ? 'question' : 'questions'}, the newest
              first
            </p>
            <QuestionList questions={page.items} seller={product.sellerCompany} />
          </>
        ) : (
          <p>{later ? 'There are no older questions.' : 'There are no answered questions yet.'}</p>
        )}
        <p className="flex flex-wrap gap-x-6">
          {page.next !== null && (
            <a href={`${address}?cursor=${page.next}`} className={link}>
              Older questions
            </a>
          )}
          {later && (
            <a href={address} className={link}>
              Newest questions
            </a>
          )}
        </p>
      </div>
    </>
  )
}

export const allQuestions = (props: Props) => toServerHtml(<AllQuestions {...props} />)
