import { useState } from 'react'
import { useSettings } from '../../../settings.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchX } from '../../../ui/more-icons.tsx'
import { AskUs } from '../ask-us.tsx'
import { findItems } from '../find-items.ts'
import { QuestionList } from '../question-list.tsx'
import { SearchBox } from '../search-box.tsx'
import { usePeriods } from '../periods.ts'
import { solutions } from './solutions.ts'

export function QuickSolutions() {
  const { supportEmail } = useSettings()
  const [typed, setTyped] = useState('')
  const searching = typed.trim() !== ''
  const found = findItems(solutions(usePeriods()), typed)
  return (
    <>
      <h2 className="mb-5 text-xl font-bold tracking-tight sm:text-2xl">Quick Solutions</h2>
      <SearchBox label="Search for solutions" placeholder="Search for solutions..." onSearch={setTyped} />
      <div className="mt-6 max-w-3xl">
        <div role="status">
          {found.length === 0 ? (
            <EmptyState
              as="p"
              icon={<SearchX />}
              title="No solutions found"
              text={`Try other keywords, or email our support at ${supportEmail}.`}
            />
          ) : (
            searching && <p className="sr-only">{`${found.length} found`}</p>
          )}
        </div>
        {found.length > 0 && <QuestionList key={String(searching)} items={found} open={searching} />}
        <AskUs heading="Still need help?" className="mt-8" />
      </div>
    </>
  )
}
