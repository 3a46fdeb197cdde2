import { admin } from '../../../contract/admin.ts'
import type { ExportList } from '../../../contract/admin-people.ts'
import { may } from './may.ts'
import { DownloadButton } from './download-button.tsx'

interface Props {
  list: ExportList
  /** The filters of the list, which also hold for the file. */
  query: Record<string, string | undefined>
}

/** Downloads the whole list as a CSV file. */
export function ExportButton({ list, query }: Props) {
  if (!may(admin.exportCsv)) return null
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(given).toString()
  return (
    <DownloadButton
      path={admin.exportCsv.path.replace('{list}', list) + (search && `?${search}`)}
      label="Download CSV"
      className="max-sm:px-4 max-sm:text-sm"
    />
  )
}
