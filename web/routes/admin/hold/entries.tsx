/** What an operator enters after a restore, and the release. */
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import { bankReference, type HoldState, lastSerial } from '../../../../contract/admin-hold.ts'
import { bankReplyMax } from '../../../../contract/admin-settlements.ts'
import { text } from '../../../../contract/fields.ts'
import { ApiError, call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { failureMessage, serverMsgOr } from '../../../messages/failure-message.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { FormDialog } from '../form-dialog.tsx'

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
      {open && <TransfersDialog onClose={close} />}
    </>
  )
}

function TransfersDialog({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const withRecentLogin = useRecentLogin()
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [lines, setLines] = useState<[line: string, text: string][]>([])

  async function send(): Promise<void> {
    const file = picker.current?.files?.[0]
    setProblem(null)
    setLines([])
    if (!file) return setProblem('Please choose a file.')
    if (file.size > bankReplyMax) return setProblem('This file is too large.')
    setBusy(true)
    try {
      const csv = await file.text()
      const done = await withRecentLogin(() => call(admin.adoptTransfers, { body: { csv } }))
      if (!done) return
      toast.success(done.msg)
      onClose()
      await revalidate()
    } catch (error) {
      if (error instanceof ApiError)
        setLines(Object.entries(error.fields).filter(([name]) => name.startsWith('line ')))
      setProblem(failureMessage(error, serverMsgOr('The file could not be taken over.')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog open title="Transfers of the bank" onClose={onClose} closeOnBackdrop={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        className="flex flex-col gap-4"
      >
        <p className="text-muted">
          The bank's reply as CSV with the columns reference, utr, amount and status. For payouts that the
          backup does not have add a column seller with the e-mail or GST number. All rows are taken over or
          none.
        </p>
        <FormProblem text={problem} />
        {lines.length > 0 && (
          <ul
            aria-label="What is wrong in the file"
            className="flex max-h-48 flex-col gap-1 overflow-y-auto text-sm"
          >
            {lines.map(([line, words]) => (
              <li key={line}>
                <strong className="font-semibold">{line.charAt(0).toUpperCase() + line.slice(1)}:</strong>{' '}
                {words}
              </li>
            ))}
          </ul>
        )}
        <label className="flex flex-col gap-1.5 text-sm font-medium">
          File
          <input
            ref={picker}
            type="file"
            accept=".csv,text/csv"
            className="block w-full rounded-xl border border-edge bg-surface p-2 text-ink file:mr-3 file:min-h-9 file:rounded-full file:border-0 file:bg-leaf-soft file:px-4 file:font-semibold file:text-forest"
          />
        </label>
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} busyLabel="Reading...">
            Take over
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
