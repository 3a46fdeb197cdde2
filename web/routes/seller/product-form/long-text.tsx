import { type ComponentProps, useState } from 'react'
import { TextArea } from '../../../ui/text-area.tsx'

interface Props extends ComponentProps<typeof TextArea> {
  /**
   * The number of characters is shown and not enforced, so that pasting cuts nothing off; saving reports the excess.
   */
  limit: number
}

/** A text area with a counter of characters. */
export function LongText({ limit, ...area }: Props) {
  const [length, setLength] = useState(String(area.defaultValue ?? '').length)
  return (
    <div className="relative">
      <TextArea {...area} onInput={({ currentTarget }) => setLength(currentTarget.value.trim().length)} />
      <p
        aria-hidden="true"
        className={`absolute top-0 right-0 text-sm tabular-nums ${length > limit ? 'font-semibold text-clay' : 'text-muted'}`}
      >
        {length.toLocaleString('en-IN')} / {limit.toLocaleString('en-IN')}
      </p>
    </div>
  )
}
