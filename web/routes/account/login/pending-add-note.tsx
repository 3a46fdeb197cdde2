import { useSyncExternalStore } from 'react'
import { readPendingAdd } from '../../../session/pending-add.ts'
import { ShoppingCart } from '../../../ui/icons.tsx'

const never = () => () => {}

/** For a visitor who pressed 'Add to Cart': what waits, and what happens after the login. Absent in the HTML, which is everybody's. */
export function PendingAddNote({ next }: { next: string | null }) {
  const words = useSyncExternalStore(
    never,
    () => wordsFor(next),
    () => null,
  )
  return (
    <div role="status" className="empty:hidden">
      {words && (
        <p className="mb-5 flex gap-3 rounded-xl bg-leaf-soft px-4 py-3 text-sm">
          <ShoppingCart aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-forest" />
          <span className="min-w-0 wrap-anywhere">{words}</span>
        </p>
      )}
    </div>
  )
}

function wordsFor(next: string | null): string | null {
  const pending = readPendingAdd(next)
  if (!pending) return null
  return `“${pending.name}” waits for you. Log in or create an account: then it is in your ${pending.collection}.`
}
