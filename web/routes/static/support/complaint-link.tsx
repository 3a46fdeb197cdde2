import { Link } from 'react-router'
import { paths } from '../../../paths.ts'

/** Leads to the form of complaints, about the order in question where there is one. */
export function ComplaintLink({ order }: { order: string | null }) {
  return (
    <p className="mt-4 text-muted">
      Are you not content with what you got?{' '}
      <Link
        to={order ? paths.complaintAboutOrder(order) : paths.newComplaint}
        className="font-medium text-forest underline underline-offset-4"
      >
        Make a complaint{order && ` about order ${order}`}
      </Link>
      . It gets a number, an answer within 48 hours and a decision within one month.
    </p>
  )
}
