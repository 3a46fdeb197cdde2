/** What the accountant needs at the end of a month: TCS of all sellers for GSTR-8, and TDS. */
import { admin } from '../../../../contract/admin.ts'
import { monthEndReports } from '../../../../contract/admin-settlements.ts'
import { MonthButton } from '../../../settlements/month-button.tsx'
import { DownloadButton } from '../download-button.tsx'

const names = { 'gstr-8': 'GSTR-8 (TCS)', tds: 'TDS' } as const

export function MonthEndButton() {
  return (
    <MonthButton
      title="Month end"
      text="One line a seller, with what was sold and taken back in the month. Your accountant files them."
      files={(month) =>
        monthEndReports.map((report) => (
          <DownloadButton
            key={report}
            path={`${admin.monthEnd.path.replace('{report}', report)}?month=${month}`}
            label={names[report]}
          />
        ))
      }
    />
  )
}
