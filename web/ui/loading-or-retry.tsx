import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'

interface Props {
  /** Shows the failure with a button; otherwise a spinner. */
  failed: boolean
  onRetry: () => void
  className: string
  spinnerClass: string
}

/** Shown inside a dialog or section while its data are loaded, and where loading failed. */
export function LoadingOrRetry({ failed, onRetry, className, spinnerClass }: Props) {
  return (
    <div className={`flex flex-col items-center justify-center gap-4 text-forest ${className}`}>
      {failed ? (
        <>
          <p role="alert" className="text-muted">
            We could not reach the shop just now.
          </p>
          <Button look="secondary" onClick={onRetry}>
            Try again
          </Button>
        </>
      ) : (
        <Spinner className={spinnerClass} label="Loading..." />
      )}
    </div>
  )
}
