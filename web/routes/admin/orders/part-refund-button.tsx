/** Refunds pieces of an order or an amount, whatever became of its parcel. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { z } from 'zod'
import { admin, type AdminOrder } from '../../../../contract/admin.ts'
import { refundPartBody } from '../../../../contract/admin-money.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'

interface Props {
  order: AdminOrder
  part: NonNullable<AdminOrder['partRefund']>
}

export function PartRefundButton(props: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
        className="px-4 text-sm"
      >
        Refund a part
      </Button>
      {asking && <PartRefundDialog {...props} onClose={() => setAsking(false)} />}
    </>
  )
}

/** What the form's texts mean; the contract's schema judges them. */
const typed = z.object({
  what: z.enum(['units', 'amount']),
  units: z.string(),
  amount: z.string(),
  bears: z.string(),
  note: z.string(),
})

function PartRefundDialog({ order, part, onClose }: Props & { onClose: () => void }) {
  const { product, customer, quantity } = order
  const [what, setWhat] = useState<'units' | 'amount'>(part.units > 0 ? 'units' : 'amount')
  const withRecentLogin = useRecentLogin()
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: typed.partial().transform((values, context) => {
      const wanted = {
        [what]: values[what]?.trim() ? Number(values[what]) : undefined,
        bears: values.bears ?? (what === 'units' ? 'seller' : 'shop'),
        left: part.amount,
        note: values.note,
      }
      const parsed = refundPartBody.safeParse(wanted)
      if (parsed.success) return parsed.data
      for (const { path, message } of parsed.error.issues)
        context.addIssue({ code: 'custom', message, path: path[0] === 'amount' ? [what] : [...path] })
      return z.NEVER
    }),
    failed: serverMsgOr('The refund could not be made.'),
    send: async (body) => {
      const done = await withRecentLogin(() => call(admin.refundPart, { params: { id: order.id }, body }))
      if (!done) return
      toast.success(done.msg)
      onClose()
      await revalidate()
    },
  })
  return (
    <Dialog open title="Refund a part" onClose={onClose} closeOnBackdrop={false}>
      <form {...form.props} className="flex flex-col gap-4">
        <p className="text-muted">
          {formatAmount(part.amount)} of {product.name} can go back to {customer.name}, who is told by e-mail.
          This cannot be taken back.
        </p>
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        <SelectField
          label="What is refunded"
          name="what"
          value={what}
          onChange={({ currentTarget: { value } }) => setWhat(value === 'units' ? 'units' : 'amount')}
        >
          {part.units > 0 && <option value="units">Pieces, at their price</option>}
          <option value="amount">An amount; the customer keeps the goods</option>
        </SelectField>
        {what === 'units' ? (
          <TextField
            {...form.field('units')}
            key="units"
            label={`Pieces (${part.units} of ${quantity} are left)`}
            inputMode="numeric"
            autoComplete="off"
          />
        ) : (
          <TextField
            {...form.field('amount')}
            key="amount"
            label={`Amount in rupees (at most ${formatAmount(part.amount)})`}
            inputMode="decimal"
            autoComplete="off"
          />
        )}
        {part.sold && (
          <SelectField
            {...form.field('bears')}
            label="Who bears it"
            hint="The seller: it is taken from what they get for this order. The shop: the seller keeps that."
          >
            <option value="seller">The seller</option>
            <option value="shop">The shop</option>
          </SelectField>
        )}
        <TextArea {...form.field('note')} label="Reason" rows={3} maxLength={500} />
        <p className="text-sm text-muted">{consequence(part.sold, what)}</p>
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button {...form.submitButton} look="danger" busyLabel="Please wait...">
            Refund
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What the refund does not do, and what it does to a parcel that waits. */
function consequence(sold: boolean, what: 'units' | 'amount'): string {
  if (what === 'amount')
    return sold
      ? 'The stock does not change.'
      : 'The stock does not change, and the parcel is sent as it is. The shop bears the amount, because the seller has got nothing for this order yet.'
  return sold
    ? 'The stock does not change: whoever has the goods, the seller counts them in himself.'
    : 'The parcel is cancelled at the courier and booked again without these pieces; with none left the order ends. The stock does not change: the seller, who has the pieces, counts them in himself.'
}
