/** The returns of an order on its card, and the way to ask for one (specification §9). */
import { Link } from 'react-router'
import { privateApi } from '../../contract/private-endpoints.ts'
import type { Order } from '../../contract/order.ts'
import { call } from '../api/client.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { RotateCcw } from '../ui/more-icons.tsx'
import { ReturnButton } from './return-button.tsx'
import { isOpen, ReturnDetails } from './return-details.tsx'
import { returnSentence, shortDay } from './return-text.ts'

const box = 'flex flex-col gap-3 rounded-xl border border-line p-4'

/** For the buyer. */
export function OrderReturns({ order: { id, number, returns } }: { order: Order }) {
  const { until, units, requests } = returns
  const mayAsk = until !== null && units > 0
  return (
    <>
      {requests.map((item) => (
        <section key={item.id} className={box}>
          <ReturnDetails
            item={item}
            reader="buyer"
            heading={<h3 className="font-semibold">{item.wanted === 'exchange' ? 'Exchange' : 'Return'}</h3>}
          >
            {(item.state === 'requested' || item.state === 'to-send') && (
              <ReturnButton
                label="Withdraw this return"
                action={() => call(privateApi.returns.withdraw, { params: { id: item.id } })}
              />
            )}
          </ReturnDetails>
        </section>
      ))}
      {mayAsk && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          <Link to={paths.askForReturn(id)} className={buttonClass('secondary', 'px-4 text-sm')}>
            <RotateCcw aria-hidden="true" className="size-4.5" />
            Return<span className="sr-only"> order {number}</span>
          </Link>
          Until {shortDay(until)}
        </p>
      )}
    </>
  )
}

/** For the seller: a line for each open return, which leads to the list. */
export function OpenReturnsNote({ order: { returns } }: { order: Order }) {
  const open = returns.requests.filter(isOpen)
  if (open.length === 0) return null
  return (
    <ul className={box}>
      {open.map((item) => (
        <li key={item.id} className="text-sm">
          <Link
            to={paths.sellerReturns}
            className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4"
          >
            {item.wanted === 'exchange' ? 'Exchange' : 'Return'} of {item.units}{' '}
            {item.units === 1 ? 'piece' : 'pieces'}
          </Link>
          <p>{returnSentence(item, 'seller')}</p>
        </li>
      ))}
    </ul>
  )
}
