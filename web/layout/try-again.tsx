import { useRevalidator } from 'react-router'
import { Button } from '../ui/button.tsx'

/** Loads the page's data again, beside an empty state that only stands there because the network failed. */
export function TryAgain() {
  const { revalidate, state } = useRevalidator()
  return (
    <Button look="secondary" busy={state !== 'idle'} busyLabel="Loading..." onClick={() => void revalidate()}>
      Try again
    </Button>
  )
}
