import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Eye } from '../../../ui/more-icons.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { fromField, toField } from './section-words.ts'

/** Opens the home page as it would be at a time, in the real layout. */
export function PreviewForm() {
  const [now] = useState(() => toField(new Date().toISOString()))
  return (
    <form
      aria-label="Preview"
      className="grid max-w-full grid-cols-1 items-end gap-3 *:min-w-0 sm:flex sm:flex-wrap"
      onSubmit={(event) => {
        event.preventDefault()
        const at = fromField(new FormData(event.currentTarget).get('at')) ?? new Date().toISOString()
        window.open(`/?${new URLSearchParams({ preview: at })}`, '_blank', 'noopener')
      }}
    >
      <TextField name="at" type="datetime-local" label="As on (in India)" defaultValue={now} />
      <Button type="submit" look="secondary">
        <Eye aria-hidden="true" className="size-5" />
        Preview
      </Button>
    </form>
  )
}
