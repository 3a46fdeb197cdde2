import { useRevalidator } from 'react-router'
import { Button } from '../ui/button.tsx'

/** A button that loads the data of the page again, for an empty state that is shown because of a failure. */
export function TryAgain() {
  const { revalidate, state } = useRevalidator()
  return (
    <Button look="secondary" busy={state !== 'idle'} busyLabel="Loading..." onClick={() => void revalidate()}>
      Try again
    </Button>
  )
}
