/** What the accountant needs at the end of a month: TCS of all sellers for GSTR-8, and TDS. */
import { useState } from 'react'
import { admin } from '../../../../contract/admin.ts'
import { monthEndReports } from '../../../../contract/admin-settlements.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { lastMonth, today } from '../../../ui/dates.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { DownloadButton } from '../download-button.tsx'

const names = { 'gstr-8': 'GSTR-8 (TCS)', tds: 'TDS' } as const

export function MonthEndButton() {
  const [open, setOpen] = useState(false)
  const [month, setMonth] = useState(lastMonth)
  const valid = /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(month) && month <= today().slice(0, 7)
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Month end
      </Button>
      {open && (
        <Dialog open title="Month end" onClose={() => setOpen(false)}>
          <div className="flex flex-col gap-4">
            <p className="text-muted">
              One line a seller, with what was sold and taken back in the month. Your accountant files them.
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
            <div className="mt-2 flex flex-col gap-3 sm:flex-row sm:justify-end">
              {valid &&
                monthEndReports.map((report) => (
                  <DownloadButton
                    key={report}
                    path={`${admin.monthEnd.path.replace('{report}', report)}?month=${month}`}
                    label={names[report]}
                  />
                ))}
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
