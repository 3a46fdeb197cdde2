/** Says on every page that the shop is held, with a link to the page that releases it. */
import { useEffect, useState } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { admin } from '../../../contract/admin.ts'
import { call } from '../../api/client.ts'
import { TriangleAlert } from '../../ui/more-icons.tsx'
import { adminPaths } from './admin-paths.ts'

export function HeldNote() {
  const { pathname } = useLocation()
  const { state } = useRevalidator()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (state === 'loading') return
    let left = false
    call(admin.hold)
      .then((hold) => left || setHeld(hold !== null))
      // The page itself says that the shop does not answer.
      .catch(() => {})
    return () => void (left = true)
  }, [pathname, state])
  if (!held) return null
  return (
    <aside aria-label="The shop is held" className="bg-clay text-white print:hidden">
      <p className="page-width flex items-center gap-3 py-1 font-medium">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
        <span className="flex flex-wrap items-center gap-x-3">
          The shop is held: it sells, pays, refunds and invoices nothing.
          <Link
            to={adminPaths.hold()}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 outline-white"
          >
            Look and release
          </Link>
        </span>
      </p>
    </aside>
  )
}
