import { Link } from 'react-router'
import { paths } from '../../../paths.ts'

/** From the card of an order to what its buyer and the seller wrote to each other. */
export function MessagesLink({ orderId }: { orderId: string }) {
  return (
    <p className="-my-2.5 text-sm">
      <Link
        to={paths.sellerMessage(orderId)}
        className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
      >
        Messages with the buyer
      </Link>
    </p>
  )
}
