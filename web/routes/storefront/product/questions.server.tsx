/** The newest questions about a product, rendered by the server only; asking has a page of its own. */
import type { ProductDetail } from '../../../../contract/product.ts'
import type { ShownQuestion } from '../../../../contract/question-forms.ts'
import type { ListPage } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { QuestionList } from '../../../questions/question-list.server.tsx'
import { buttonClass } from '../../../ui/button.tsx'

export function Questions({ product, page }: { product: ProductDetail; page: ListPage<ShownQuestion> }) {
  return (
    <section
      id="questions"
      aria-labelledby="questions-heading"
      className="page-width mt-12 scroll-mt-4 sm:mt-16"
    >
      <h2 id="questions-heading" className="mb-4 text-xl font-bold tracking-tight sm:text-2xl">
        Questions and answers
      </h2>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start">
        <div>
          {page.items.length === 0 && <p className="mb-3">There are no answered questions yet.</p>}
          <p className="text-sm text-muted">
            Ask {product.sellerCompany} before you buy. Everybody reads question and answer here, without your
            name.
          </p>
          <a href={paths.ask(product.id)} rel="nofollow" className={buttonClass('secondary', 'mt-4')}>
            Ask a question
          </a>
        </div>
        {page.items.length > 0 && (
          <div className="min-w-0">
            <QuestionList questions={page.items} seller={product.sellerCompany} />
            {page.total > page.items.length && (
              <a
                href={paths.questions(product.id)}
                className="mt-1 inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
              >
                All {page.total.toLocaleString('en-IN')} questions
              </a>
            )}
          </div>
        )}
      </div>
    </section>
  )
}
