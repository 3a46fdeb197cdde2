import { type FormEvent, type ReactNode, useId } from 'react'
import { Card } from '../../../ui/card.tsx'

/** One of the forms, with its heading. */
export function FormSection({
  title,
  onSubmit,
  children,
}: {
  title: string
  onSubmit: () => void
  children: ReactNode
}) {
  const id = useId()
  function submit(event: FormEvent): void {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Card className="p-4 sm:p-5">
      <h3 id={id} className="mb-3 font-semibold">
        {title}
      </h3>
      <form aria-labelledby={id} onSubmit={submit} className="flex flex-col gap-3">
        {children}
      </form>
    </Card>
  )
}
