/** What an operator enters after a restore, and the release. */
import { useState } from 'react'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import { bankReference, type HoldState, lastSerial } from '../../../../contract/admin-hold.ts'
import { text } from '../../../../contract/fields.ts'
import { call } from '../../../api/client.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { BankFileDialog } from '../bank-file-dialog.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'

function useDialog() {
  const [open, setOpen] = useState(false)
  return { open, close: () => setOpen(false), show: () => setOpen(true) }
}

const small = 'px-4 text-sm'

export function ReferenceButton({ last }: { last: string | null }) {
  const { open, close, show } = useDialog()
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={show} className={small}>
        Last reference
      </Button>
      {open && (
        <FormDialog
          title="Last reference"
          text={`The highest reference of a payout on the bank's statement. ${last === null ? '' : `The shop is at ${last}.`}`}
          schema={z.object({ reference: bankReference })}
          button="Go on behind it"
          failed="The reference could not be entered."
          send={(body) => call(admin.continueReferences, { body })}
          onClose={close}
        >
          {(field) => <TextField {...field('reference')} label="Reference" placeholder="HP00000012" />}
        </FormDialog>
      )}
    </>
  )
}

export function SerialButton() {
  const { open, close, show } = useDialog()
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={show} className={small}>
        Last serial
      </Button>
      {open && (
        <FormDialog
          title="Last serial"
          text="The last serial of one series, as on the mailed PDF. It cannot be taken back."
          schema={lastSerial}
          button="Go on behind it"
          failed="The serial could not be entered."
          send={(body) => call(admin.continueSeries, { body })}
          onClose={close}
        >
          {(field) => (
            <>
              <TextField {...field('gstin')} label="GST number on the PDF" maxLength={15} />
              <TextField {...field('serial')} label="Serial" placeholder="26-27/000012" />
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}

export function ReleaseButton({ hold: { cause, waitsFor } }: { hold: HoldState }) {
  const { open, close, show } = useDialog()
  const restored = cause === 'restored'
  const [entered, setEntered] = useState(false)
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-disabled={waitsFor !== null || undefined}
        onClick={() => (waitsFor === null ? show() : toast.error(waitsFor))}
        className={small}
      >
        Release
      </Button>
      {open && (
        <FormDialog
          title="Release the shop"
          text="It sells, pays, refunds and invoices again, and what waited goes on at once."
          schema={z.object({ note: text(500, 'Please say why.') })}
          button="Release"
          busyLabel="Releasing..."
          failed="The shop could not be released."
          send={({ note }) => call(admin.releaseHold, { body: { note, entered } })}
          onClose={close}
        >
          {(field) => (
            <>
              {restored && (
                <label className="flex min-h-11 items-start gap-3">
                  <input
                    type="checkbox"
                    checked={entered}
                    onChange={({ currentTarget }) => setEntered(currentTarget.checked)}
                    className="mt-1 size-5 shrink-0 accent-forest"
                  />
                  The transfers of the bank, the last reference and the last serials are entered, or there
                  were none since the backup.
                </label>
              )}
              <TextArea {...field('note')} label="Note" rows={3} maxLength={500} />
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}

export function TransfersButton() {
  const { open, close, show } = useDialog()
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={show} className={small}>
        Take over transfers
      </Button>
      {open && (
        <BankFileDialog
          title="Transfers of the bank"
          text="The bank's reply as CSV with the columns reference, utr, amount and status. For payouts that the backup does not have add a column seller with the e-mail or GST number. All rows are taken over or none."
          send={(csv) => call(admin.adoptTransfers, { body: { csv } })}
          onClose={close}
        />
      )}
    </>
  )
}
