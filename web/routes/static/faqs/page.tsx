/** Frequently asked questions: six categories, a search box and how much it found (specification §2). */
import { useState } from 'react'
import { Link, type MetaFunction } from 'react-router'
import type { GeneralPeriods } from '../../../../contract/returns.ts'
import type { Settings } from '../../../../contract/settings.ts'
import { Breadcrumb } from '../../../layout/breadcrumb.tsx'
import { pageMeta, rootOf } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { useSettings } from '../../../settings.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchX } from '../../../ui/more-icons.tsx'
import { AskUs } from '../ask-us.tsx'
import { findItems } from '../find-items.ts'
import { loadPeriods, usePeriods } from '../periods.ts'
import { QuestionList } from '../question-list.tsx'
import { SearchBox } from '../search-box.tsx'
import { faqData } from './faq-data.ts'
import { faqs } from './questions.ts'

export const loader = loadPeriods

export const meta: MetaFunction<typeof loader> = ({ loaderData: periods, matches }) => {
  // Absent where it could not be loaded: the error boundary has a title of its own.
  if (!periods) return []
  const root = rootOf(matches)
  return [
    ...pageMeta(matches, {
      title: 'Frequently Asked Questions',
      description:
        'Answers about orders, shipping, returns and refunds, payments, your account, and selling at our marketplace.',
      path: paths.faqs,
    }),
    ...(root ? [{ 'script:ld+json': faqData(questionsOf(root, periods)) }] : []),
  ]
}

const questionsOf = (
  { brandName, supportEmail, outsideLinks, delivery }: Settings,
  periods: GeneralPeriods,
) => faqs(brandName, supportEmail, periods, outsideLinks.bulkForm !== undefined, delivery)

export default function FaqsPage() {
  const [typed, setTyped] = useState('')
  const searching = typed.trim() !== ''
  const all = questionsOf(useSettings(), usePeriods())
  const shown = all
    .map((category) => ({ ...category, items: findItems(category.items, typed) }))
    .filter(({ items }) => items.length > 0)
  const count = shown.reduce((sum, { items }) => sum + items.length, 0)

  return (
    <>
      <div className="border-b border-line bg-dew">
        <div className="page-width pt-2 pb-8 sm:pb-10">
          <Breadcrumb steps={[]} here="FAQs" />
          <h1 className="mt-1 text-3xl font-bold tracking-tight sm:text-4xl">Frequently Asked Questions</h1>
          <p className="mt-3 mb-6 max-w-2xl text-lg/7 text-muted">
            Quick answers about orders, delivery, returns, payment and your account.
          </p>
          <SearchBox label="Search the questions" placeholder="Search the questions..." onSearch={setTyped} />
          <p role="status" className="mt-3 text-sm text-muted">
            {`${count} ${count === 1 ? 'question' : 'questions'}${searching ? ' found' : ''}`}
          </p>
        </div>
      </div>
      <div className="page-width mt-8 grid gap-x-14 sm:mt-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Categories shown={shown} />
        <div className="min-w-0">
          {shown.map(({ id, title, items }) => (
            <section key={id} aria-labelledby={id} className="mb-10">
              <h2 id={id} tabIndex={-1} className="mb-4 scroll-mt-6 text-xl font-bold tracking-tight">
                {title}
              </h2>
              <QuestionList key={String(searching)} items={items} open={searching} />
            </section>
          ))}
          {count === 0 && (
            <EmptyState
              icon={<SearchX />}
              title="No questions found"
              text="Try other keywords, or ask us directly."
            />
          )}
          <AskUs
            heading="Your question is not here?"
            elsewhere={{ name: 'Get Customer Support', path: paths.support }}
          />
        </div>
      </div>
    </>
  )
}

function Categories({
  shown,
}: {
  shown: readonly { id: string; title: string; items: readonly unknown[] }[]
}) {
  return (
    <nav aria-label="Categories" className="sticky top-6 mb-8 self-start max-lg:static">
      <ul className="flex flex-wrap gap-2 lg:flex-col">
        {shown.map(({ id, title, items }) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm font-medium text-forest hover:border-forest hover:bg-dew"
            >
              {title}
              <span className="font-normal text-muted">{items.length}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
