/** Says that the next page is on its way; only when it takes long enough to be noticed. */
import { useNavigation } from 'react-router'
import { Spinner } from '../ui/spinner.tsx'

export function LoadingBar() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div className="pointer-events-none fixed inset-x-0 top-3 z-50 flex animate-appear justify-center [animation-delay:250ms]">
      <span className="rounded-full bg-white p-2.5 text-forest shadow-lift">
        <Spinner className="size-7" label="Loading..." />
      </span>
    </div>
  )
}
