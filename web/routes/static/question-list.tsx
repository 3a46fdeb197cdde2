/** Questions that open to show their answers, made of <details>. */
import { ChevronDown } from '../../ui/icons.tsx'
import type { Item } from './find-items.ts'

interface Props {
  items: readonly Item[]
  /** Found questions are open, because the searched word may be in the answer. */
  open: boolean
}

export function QuestionList({ items, open }: Props) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      {items.map(({ question, answer }) => (
        <details key={question} open={open} className="group border-b border-line last:border-b-0">
          <summary className="flex min-h-13 list-none items-center justify-between gap-4 px-5 py-3 font-medium -outline-offset-3 hover:bg-dew [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 text-forest transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="px-5 pb-5 leading-7 text-muted sm:pr-14">{answer}</p>
        </details>
      ))}
    </div>
  )
}
