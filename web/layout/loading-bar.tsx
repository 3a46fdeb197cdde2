/**
 * Shown while the next page is loaded; its animation begins after 250 ms, so that a fast navigation does not flicker.
 */
import { useNavigation } from 'react-router'
import { Spinner } from '../ui/spinner.tsx'

export function LoadingBar() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div className="pointer-events-none fixed inset-x-0 top-3 z-50 flex animate-appear justify-center [animation-delay:250ms]">
      <span className="rounded-full bg-surface p-2.5 text-forest shadow-lift">
        <Spinner className="size-7" label="Loading..." />
      </span>
    </div>
  )
}
