import { Link } from 'react-router'
import { complaintStateWords } from '../../../../contract/complaint-words.ts'
import type { OrderPage } from '../../../../contract/order.ts'
import { paths } from '../../../paths.ts'

const link = 'inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4'

/** What the buyer complained of about this order, with our last answers, and the way to complain. */
export function OrderComplaints({ order: { number, complaints } }: { order: OrderPage }) {
  return (
    <div className="text-sm">
      {complaints.map((one) => (
        <div key={one.number}>
          <Link to={paths.complaint(one.number)} className={link}>
            Complaint {one.number}
          </Link>{' '}
          <span className="text-muted">{complaintStateWords[one.state]}</span>
          {one.answer && (
            <p className="line-clamp-3 wrap-anywhere">
              <span className="text-muted">We answered: </span>
              <bdi>{one.answer}</bdi>
            </p>
          )}
        </div>
      ))}
      <p>
        <Link to={paths.complaintAboutOrder(number)} className={link}>
          Make a complaint
        </Link>
      </p>
    </div>
  )
}
