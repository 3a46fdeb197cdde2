/** The buyer says that a parcel did not come which the courier calls delivered, and reads what becomes of that. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { claimBody } from '../../../../contract/claim.ts'
import { dayInWords } from '../../../../contract/day-in-words.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { OrderPage } from '../../../../contract/order.ts'
import { call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { ReturnButton } from '../../../orders/return-button.tsx'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PackageSearch } from '../../../ui/more-icons.tsx'
import { Note } from '../../../ui/note.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { TextArea } from '../../../ui/text-area.tsx'

export function NotReceived({ order }: { order: OrderPage }) {
  const [open, setOpen] = useState(false)
  const { id, claim: claimed, claimable } = order
  return (
    <>
      {claimed?.state === 'open' && (
        <>
          <Note icon={<PackageSearch />} title="The courier looks for your parcel.">
            We tell you the outcome by {dayInWords(claimed.decideBy)}.
          </Note>
          <p>
            <ReturnButton
              label="It has come"
              action={() => call(privateApi.claim.withdraw, { params: { id } })}
            />
          </p>
        </>
      )}
      {claimed?.state === 'denied' && (
        <Note icon={<PackageSearch />} title="We cannot refund this order.">
          <bdi>{claimed.reason}</bdi>
        </Note>
      )}
      {claimable && (
        <p>
          <Button
            look="secondary"
            aria-haspopup="dialog"
            className="px-4 text-sm"
            onClick={() => setOpen(true)}
          >
            It did not come
          </Button>
        </p>
      )}
      {open && <ClaimDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

function ClaimDialog({ order: { id, proof }, onClose }: { order: OrderPage; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: claimBody,
    send: async (body) => {
      toast.success((await call(privateApi.claim.ask, { params: { id }, body })).msg)
      onClose()
      await revalidate()
    },
  })
  return (
    <Dialog open title="The parcel did not come" onClose={onClose} closeOnBackdrop={false}>
      <form {...form.props} className="flex flex-col gap-4">
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        {proof && (
          <p className="rounded-xl bg-dew px-4 py-3">
            The courier says that it was delivered on {shortDate(proof.at)}
            {proof.place && (
              <>
                {' '}
                in <bdi>{proof.place}</bdi>
              </>
            )}
            .{' '}
            {proof.url && (
              <a
                href={proof.url}
                target="_blank"
                rel="noreferrer"
                className="font-semibold text-forest underline underline-offset-4"
              >
                Proof of delivery
              </a>
            )}
          </p>
        )}
        <p className="text-sm text-muted">
          Please look first with neighbours, guards and family. The courier then looks for the parcel, and we
          tell you the outcome within five days.
        </p>
        <TextArea
          {...form.field('words')}
          label="What do you know?"
          hint="For example who was at home. At most 500 characters."
          maxLength={500}
          rows={3}
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={form.busy} busyLabel="Sending...">
            Send
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
