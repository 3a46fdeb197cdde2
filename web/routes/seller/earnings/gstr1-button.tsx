/** What a seller's accountant files as GSTR-1: the documents of a month. */
import { useState } from 'react'
import { api } from '../../../../contract/endpoints.ts'
import { Button } from '../../../ui/button.tsx'
import { lastMonth, today } from '../../../ui/dates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SaveCsv } from './save-csv.tsx'

export function Gstr1Button() {
  const [open, setOpen] = useState(false)
  const [month, setMonth] = useState(lastMonth)
  const valid = /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(month) && month <= today().slice(0, 7)
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        GSTR-1
      </Button>
      {open && (
        <Dialog open title="GSTR-1" onClose={() => setOpen(false)}>
          <div className="flex flex-col gap-4">
            <p className="text-muted">
              The invoices and credit notes of a month, as your accountant files them.
            </p>
            <TextField
              type="month"
              label="Month"
              value={month}
              max={today().slice(0, 7)}
              placeholder="YYYY-MM"
              onChange={({ currentTarget }) => setMonth(currentTarget.value)}
              error={valid ? undefined : 'Please choose a month that has begun.'}
            />
            {valid && (
              <div className="mt-2 flex sm:justify-end">
                <SaveCsv path={api.document.gstr1.path.replace('{month}', month)} />
              </div>
            )}
          </div>
        </Dialog>
      )}
    </>
  )
}
