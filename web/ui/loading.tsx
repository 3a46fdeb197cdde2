import { Spinner } from './spinner.tsx'

/** A spinner with words below it. */
export function Loading({ text }: { text: string }) {
  return (
    <p role="status" className="flex flex-col items-center gap-4 text-center font-medium text-forest">
      <Spinner className="size-9" />
      {text}
    </p>
  )
}
