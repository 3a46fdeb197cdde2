/** Accepts a return, and asks once before it, with what the seller loses by it. */
import { useEffect, useState } from 'react'
import { formatAmount } from '../../../../contract/money.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { ListedReturn, ReturnCost } from '../../../../contract/returns.ts'
import { call } from '../../../api/client.ts'
import { costOfExchange, costToSeller } from '../../../orders/return-details.tsx'
import { isExchange } from '../../../orders/return-text.ts'
import { Button } from '../../../ui/button.tsx'
import { AskDialog } from './ask-dialog.tsx'

export function AcceptButton({ item }: { item: ListedReturn }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setAsking(true)} className="px-4 text-sm">
        Accept
      </Button>
      {asking && <AcceptDialog item={item} onClose={() => setAsking(false)} />}
    </>
  )
}

function AcceptDialog({ item, onClose }: { item: ListedReturn; onClose: () => void }) {
  const exchange = isExchange(item)
  const params = { id: item.id }
  return (
    <AskDialog
      title={exchange ? 'Accept this exchange?' : 'Accept this return?'}
      button={exchange ? 'Accept exchange' : 'Accept return'}
      action={() => call(privateApi.returns.accept, { params })}
      onClose={onClose}
    >
      <Cost item={item} />
    </AskDialog>
  )
}

/** Null: the amounts cannot be loaded, which keeps nobody from accepting. */
function useCost(id: string): ReturnCost | null | undefined {
  const [cost, setCost] = useState<ReturnCost | null>()
  useEffect(() => {
    const outdated = new AbortController()
    const { signal } = outdated
    void call(privateApi.returns.cost, { params: { id }, signal })
      .catch(() => null)
      .then((answer) => signal.aborted || setCost(answer))
    return () => outdated.abort()
  }, [id])
  return cost
}

function Cost({ item }: { item: ListedReturn }) {
  const cost = useCost(item.id)
  const exchange = isExchange(item)
  return (
    <div aria-live="polite" className="min-h-44">
      {cost === undefined && <p className="text-muted">Adding up what it costs you...</p>}
      {cost === null && <p className="text-muted">{exchange ? costOfExchange(item) : costToSeller(item)}</p>}
      {cost?.total === 0 && (
        <p className="text-muted">Nothing is taken from your settlements for this order.</p>
      )}
      {cost && cost.total !== 0 && (
        <>
          <p>
            {exchange
              ? 'Your sale stands, and you send the same product again. '
              : 'Once the goods are back and you refund the buyer, the sale of these goods is taken back. '}
            What you get for this order is{' '}
            <strong className="font-semibold whitespace-nowrap">{formatAmount(cost.total)}</strong> less:
          </p>
          <dl className="mt-3 flex flex-col gap-1.5 rounded-xl bg-mist p-4 text-sm">
            <Part name="Price of the returned goods" amount={cost.price} />
            <Part name="Commission with GST, which you get back" amount={-cost.fees} />
            <Part name="TCS and TDS, which you get back" amount={-cost.taxes} />
            <Part name="Way of the replacement, with GST" amount={cost.replacement} />
            <Part name="Way back, with GST" amount={cost.wayBack} />
          </dl>
          {cost.wayBack > 0 && (
            <p className="mt-3 text-sm text-muted">
              If our courier does not carry the goods, the way back costs nothing and it is{' '}
              {formatAmount(cost.total - cost.wayBack)} less.
            </p>
          )}
          {exchange && (
            <p className="mt-3 text-sm text-muted">
              If no replacement can be sent, the buyer is refunded instead.
            </p>
          )}
        </>
      )}
    </div>
  )
}

function Part({ name, amount }: { name: string; amount: number }) {
  if (amount === 0) return null
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="whitespace-nowrap tabular-nums">{formatAmount(amount)}</dd>
    </div>
  )
}
