/** What the last change of many products has left as it was, and how to take it back. */
import { Button } from '../../../ui/button.tsx'
import { shortTime } from '../../../ui/dates.ts'
import type { Refused } from './use-bulk-edit.ts'

interface Props {
  refused: readonly Refused[]
  undo: { count: number; until: string } | null
  busy: boolean
  onUndo: () => void
  onDismiss: () => void
}

export function BulkResult({ refused, undo, busy, onUndo, onDismiss }: Props) {
  return (
    <>
      {undo && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-leaf-soft px-4 py-2">
          <p className="text-sm">
            You changed {undo.count} {undo.count === 1 ? 'product' : 'products'}. What was sold since stays
            sold.
          </p>
          <Button
            look="secondary"
            busy={busy}
            busyLabel="Undoing..."
            className="px-4! py-1!"
            onClick={onUndo}
          >
            Undo until {shortTime(undo.until)}
          </Button>
        </div>
      )}
      {refused.length > 0 && (
        <div role="alert" className="rounded-xl bg-clay-soft px-4 py-3 text-sm">
          <p className="font-semibold">
            {refused.length} {refused.length === 1 ? 'product stays as it was' : 'products stay as they were'}
          </p>
          <ul className="mt-1 max-h-60 list-disc overflow-y-auto pl-5">
            {refused.map(({ id, name, problem }) => (
              <li key={id} className="wrap-anywhere">
                <bdi>{name}</bdi>: {problem}
              </li>
            ))}
          </ul>
          <Button look="ghost" className="mt-1 -ml-3 px-3!" onClick={onDismiss}>
            Close
          </Button>
        </div>
      )}
    </>
  )
}
