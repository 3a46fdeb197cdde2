/** What a seller can do with a return in the state that it is in. */
import { useState } from 'react'
import { z } from 'zod'
import { formatAmount } from '../../../../contract/money.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { text } from '../../../../contract/fields.ts'
import { exchangeReasons } from '../../../../contract/return-words.ts'
import type { ListedReturn } from '../../../../contract/returns.ts'
import { call } from '../../../api/client.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { ReturnButton } from '../../../orders/return-button.tsx'
import { isExchange } from '../../../orders/return-text.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { FileDown } from '../../../ui/more-icons.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useOpenLabel } from '../use-open-label.ts'
import { AcceptButton } from './accept-button.tsx'
import { AskDialog } from './ask-dialog.tsx'

export function SellerActions({ item }: { item: ListedReturn }) {
  const { id, state } = item
  const params = { id }
  if (state === 'requested')
    return (
      <>
        <AcceptButton item={item} />
        <DisputeButton id={id} label="Ask our team" />
      </>
    )
  if (state === 'to-send' || state === 'pickup-booked' || state === 'picked-up')
    return <ReturnButton label="Received" action={() => call(privateApi.returns.receive, { params })} />
  if (state === 'replacing') return <ReplacementLabel item={item} />
  return state === 'received' ? <AfterReceipt item={item} /> : null
}

/** The seller decides about the returned goods: are they sold again, and what does the buyer get? */
function AfterReceipt({ item }: { item: ListedReturn }) {
  const { id, units, reason } = item
  // Goods returned for a fault are not sold again, unless the seller finds none.
  const [restock, setRestock] = useState(!exchangeReasons.includes(reason))
  const params = { id }
  return (
    <>
      <label className="flex min-h-11 basis-full items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={restock}
          onChange={({ currentTarget }) => setRestock(currentTarget.checked)}
          className="size-5 accent-forest"
        />
        Count {units} returned {units === 1 ? 'piece' : 'pieces'} in my stock again
      </label>
      {isExchange(item) && (
        <ReturnButton
          look="primary"
          label="Send replacement"
          action={() => call(privateApi.returns.exchange, { params, body: { restock } })}
        />
      )}
      <RefundButton item={item} restock={restock} />
      <DisputeButton id={id} label="Problem" />
    </>
  )
}

function RefundButton({ item, restock }: { item: ListedReturn; restock: boolean }) {
  const [asking, setAsking] = useState(false)
  const { id, units, refund } = item
  const params = { id }
  return (
    <>
      <Button
        look={isExchange(item) ? 'secondary' : 'primary'}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
        className="px-4 text-sm"
      >
        {isExchange(item) ? 'Refund instead' : 'Refund now'}
      </Button>
      {asking && (
        <AskDialog
          title="Refund the buyer?"
          button={`Refund ${formatAmount(refund)}`}
          action={() => call(privateApi.returns.refund, { params, body: { restock } })}
          onClose={() => setAsking(false)}
        >
          <p>
            <strong className="font-semibold whitespace-nowrap">{formatAmount(refund)}</strong> goes back to
            the buyer, and your sale of the returned goods is taken back. {units}{' '}
            {units === 1 ? 'piece is' : 'pieces are'} {restock ? 'counted' : 'not counted'} in your stock
            again. This cannot be undone.
          </p>
        </AskDialog>
      )}
    </>
  )
}

function ReplacementLabel({ item: { replacement } }: { item: ListedReturn }) {
  const openLabel = useOpenLabel()
  const url = replacement?.labelUrl
  if (!url)
    return (
      <p className="text-sm text-muted">
        The shipping label will appear here as soon as the courier has booked the replacement.
      </p>
    )
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      onClick={(event) => openLabel(event, url)}
      className={buttonClass('primary', 'px-4 text-sm')}
    >
      <FileDown aria-hidden="true" className="size-4.5" />
      Download Shipping Label
    </a>
  )
}

/** Asks the seller why an administrator should decide. */
function DisputeButton({ id, label }: { id: string; label: string }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
        className="px-4 text-sm"
      >
        {label}
      </Button>
      {asking && <DisputeDialog id={id} onClose={() => setAsking(false)} />}
    </>
  )
}

function DisputeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <FormDialog
      title="Ask our team to decide"
      text="Our team looks at the return and decides. Until then nobody is refunded, and the buyer is told."
      schema={z.object({ note: text(500, 'Please say why.') })}
      button="Send"
      failed="This could not be sent. Please try again."
      send={(body) => call(privateApi.returns.dispute, { params: { id }, body })}
      onClose={onClose}
    >
      {(field) => <TextArea {...field('note')} label="What is the problem?" rows={4} maxLength={500} />}
    </FormDialog>
  )
}
