/** What a seller can do with a return in the state that it is in. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { z } from 'zod'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { text } from '../../../../contract/fields.ts'
import { exchangeReasons } from '../../../../contract/return-words.ts'
import type { ListedReturn } from '../../../../contract/returns.ts'
import { call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { ReturnButton } from '../../../orders/return-button.tsx'
import { isExchange } from '../../../orders/return-text.ts'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDown } from '../../../ui/more-icons.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useOpenLabel } from '../use-open-label.ts'
import { sellerToast } from '../seller-toast.tsx'
import { AcceptButton } from './accept-button.tsx'

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
      <ReturnButton
        look={isExchange(item) ? 'secondary' : 'primary'}
        label={isExchange(item) ? 'Refund instead' : 'Refund now'}
        action={() => call(privateApi.returns.refund, { params, body: { restock } })}
      />
      <DisputeButton id={id} label="Problem" />
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
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: z.object({ note: text(500, 'Please say why.') }),
    failed: serverMsgOr('This could not be sent. Please try again.'),
    send: async ({ note }) => {
      sellerToast.success((await call(privateApi.returns.dispute, { params: { id }, body: { note } })).msg)
      onClose()
      await revalidate()
    },
  })
  return (
    <Dialog open title="Ask our team to decide" onClose={onClose} closeOnBackdrop={false}>
      <form {...form.props} className="flex flex-col gap-4">
        <p className="text-muted">
          Our team looks at the return and decides. Until then nobody is refunded, and the buyer is told.
        </p>
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        <TextArea {...form.field('note')} label="What is the problem?" rows={4} maxLength={500} />
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button {...form.submitButton} busyLabel="Please wait...">
            Send
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
