import { Link } from 'react-router'
import { dayInWords } from '../../../contract/day-in-words.ts'
import { privateApi } from '../../../contract/private-endpoints.ts'
import { call } from '../../api/client.ts'
import { loadOrEmpty } from '../../api/load-or-empty.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session.ts'
import { Note } from '../../ui/note.tsx'
import { TriangleAlert } from '../../ui/more-icons.tsx'
import { mayDo } from './may-do.ts'

/** The last day of the seller's holiday; null without one, and where that is not known. */
export const loadHoliday = async (): Promise<string | null> =>
  (await loadOrEmpty(async () => (await call(privateApi.holiday.get)).lastDay, null)).value

/** What a seller on holiday still has to do. Nothing for one who is here. */
export function HolidayNote({ lastDay }: { lastDay: string | null }) {
  return (
    lastDay !== null && (
      <Note
        icon={<TriangleAlert />}
        title={`Your shop is on holiday until ${dayInWords(lastDay)}.`}
        className="mb-4"
      >
        Nobody can buy your products meanwhile. Orders that are paid already still have to be dispatched in
        time. <HolidayLink>Change</HolidayLink>
      </Note>
    )
  )
}

/** For the owner, who alone closes the shop. */
export function HolidayLink({ children }: { children: string }) {
  return (
    mayDo(useSession(), 'owner') && (
      <Link
        to={paths.sellerHoliday}
        className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
      >
        {children}
      </Link>
    )
  )
}
