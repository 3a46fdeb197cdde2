import { CircleAlert } from 'lucide-react'

/** What went wrong with a form as a whole, read out as soon as it appears. */
export function FormProblem({ text }: { text: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {text && (
        <p className="flex gap-2.5 rounded-xl bg-clay-soft px-4 py-3 text-sm font-medium text-clay">
          <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
          {text}
        </p>
      )}
    </div>
  )
}
