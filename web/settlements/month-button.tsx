/** A button that asks for a month and offers its files. */
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { lastMonth, today } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'

interface Props {
  title: string
  text: string
  /** The buttons that download the files of a month, YYYY-MM. */
  files: (month: string) => ReactNode
}

export function MonthButton({ title, text, files }: Props) {
  const [open, setOpen] = useState(false)
  const [month, setMonth] = useState(lastMonth)
  const valid = /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(month) && month <= today().slice(0, 7)
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open && (
        <Dialog open title={title} onClose={() => setOpen(false)}>
          <div className="flex flex-col gap-4">
            <p className="text-muted">{text}</p>
            <TextField
              type="month"
              label="Month"
              value={month}
              max={today().slice(0, 7)}
              placeholder="YYYY-MM"
              onChange={({ currentTarget }) => setMonth(currentTarget.value)}
              error={valid ? undefined : 'Please choose a month that has begun.'}
            />
            <div className="mt-2 flex flex-col gap-3 sm:flex-row sm:justify-end">{valid && files(month)}</div>
          </div>
        </Dialog>
      )}
    </>
  )
}
