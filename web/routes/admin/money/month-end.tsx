/** What the accountant needs at the end of a month: TCS of all sellers for GSTR-8, TDS, the shop's own GSTR-1, the provider's charges. */
import { admin } from '../../../../contract/admin.ts'
import { monthEndReports } from '../../../../contract/admin-settlements.ts'
import { MonthButton } from '../../../settlements/month-button.tsx'
import { DownloadButton } from '../download-button.tsx'

const names = {
  'gstr-8': 'GSTR-8 (TCS)',
  tds: 'TDS',
  'gstr-1': 'GSTR-1 of the shop',
  'provider-charges': 'Provider’s charges',
} as const

export function MonthEndButton() {
  return (
    <MonthButton
      title="Month end"
      text="GSTR-8 and TDS with one line a seller, GSTR-1 of what the shop itself charges, and what the payment provider charged, with its GST. Your accountant files them."
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
