import { type ComponentProps, useState } from 'react'
import { TextArea } from '../../../ui/text-area.tsx'

interface Props extends ComponentProps<typeof TextArea> {
  /** Counted, not enforced: pasting too much loses nothing, and saving says it. */
  most: number
}

/** A text that tells how long it is. */
export function LongText({ most, ...area }: Props) {
  const [length, setLength] = useState(String(area.defaultValue ?? '').length)
  return (
    <div className="relative">
      <TextArea {...area} onInput={({ currentTarget }) => setLength(currentTarget.value.trim().length)} />
      <p
        aria-hidden="true"
        className={`absolute top-0 right-0 text-sm tabular-nums ${length > most ? 'font-semibold text-clay' : 'text-muted'}`}
      >
        {length.toLocaleString('en-IN')} / {most.toLocaleString('en-IN')}
      </p>
    </div>
  )
}
