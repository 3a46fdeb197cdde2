import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useSettings } from '../../../settings.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AskUs } from '../ask-us.tsx'
import { findItems } from '../find-items.ts'
import { QuestionList } from '../question-list.tsx'
import { SearchBox } from '../search-box.tsx'
import { solutions } from './solutions.ts'

export function QuickSolutions() {
  const { supportEmail } = useSettings()
  const [typed, setTyped] = useState('')
  const searching = typed.trim() !== ''
  const found = findItems(solutions, typed)
  return (
    <>
      <h2 className="mb-5 text-xl font-bold tracking-tight sm:text-2xl">Quick Solutions</h2>
      <SearchBox label="Search for solutions" placeholder="Search for solutions..." onSearch={setTyped} />
      <p role="status" className="sr-only">
        {searching && found.length > 0 && `${found.length} found`}
        {found.length === 0 && 'No solutions found'}
      </p>
      <div className="mt-6 max-w-3xl">
        {found.length > 0 ? (
          <QuestionList key={String(searching)} items={found} open={searching} />
        ) : (
          <EmptyState
            as="p"
            icon={<SearchX />}
            title="No solutions found"
            text={`Try other keywords, or email our support at ${supportEmail}.`}
          />
        )}
        <AskUs heading="Still need help?" className="mt-8" />
      </div>
    </>
  )
}
