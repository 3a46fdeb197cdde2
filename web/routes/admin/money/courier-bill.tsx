/** Takes the courier's bill: first shows what each row will do, then books them. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import {
  courierBillMax,
  courierBillRows,
  type CourierBillResult,
} from '../../../../contract/admin-weights.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { failureMessage, serverMsgOr } from '../../../messages/failure-message.ts'
import { toast } from '../../../toast/toast.ts'
import { Badge, type BadgeColor } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Upload } from '../../../ui/more-icons.tsx'

export function CourierBillButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Upload aria-hidden="true" className="size-4.5" />
        Courier’s bill
      </Button>
      {open && <BillDialog onClose={() => setOpen(false)} />}
    </>
  )
}

type Outcome = CourierBillResult['rows'][number]['outcome']
const outcomes: Record<Outcome, [shown: string, done: string, color: BadgeColor]> = {
  booked: ['To be booked', 'Booked', 'green'],
  known: ['Known', 'Known', 'grey'],
  refused: ['Refused', 'Refused', 'red'],
}

function BillDialog({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const withRecentLogin = useRecentLogin()
  const [csv, setCsv] = useState<string | null>(null)
  const [result, setResult] = useState<{ booked: boolean; value: CourierBillResult } | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function choose(file: File | undefined): Promise<void> {
    setResult(null)
    setProblem(null)
    setCsv(null)
    if (!file) return
    if (file.size > courierBillMax) return setProblem('This file is too large.')
    setCsv(await file.text())
  }

  async function send(book: boolean): Promise<void> {
    setProblem(null)
    if (csv === null) return setProblem('Please choose the file of the courier.')
    setBusy(true)
    try {
      const value = await withRecentLogin(() => call(admin.courierBill, { body: { csv, book } }))
      if (!value) return
      setResult({ booked: book, value })
      if (book) {
        toast.success(value.msg)
        await revalidate()
      }
    } catch (error) {
      setProblem(failureMessage(error, serverMsgOr('The bill could not be taken.')))
    } finally {
      setBusy(false)
    }
  }

  const canBook = result !== null && !result.booked && result.value.booked > 0
  return (
    <Dialog open title="Courier’s bill" onClose={onClose} closeOnBackdrop={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send(canBook)
        }}
        className="flex flex-col gap-4"
      >
        <p className="text-muted">
          A CSV file with columns such as AWB Code, Billed On, Applied Weight (KG), Freight and RTO Freight,
          in rupees with GST, at most {courierBillRows.toLocaleString('en-IN')} rows. Each row has all that
          was charged for its air waybill so far, so a later one replaces an earlier one. Nothing is booked
          before you have seen what each row will do.
        </p>
        <FormProblem text={problem} />
        <label className="flex flex-col gap-1.5 text-sm font-medium">
          File
          <input
            type="file"
            accept=".csv,text/csv"
            onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
            className="block w-full rounded-xl border border-edge bg-surface p-2 text-ink file:mr-3 file:min-h-9 file:rounded-full file:border-0 file:bg-leaf-soft file:px-4 file:font-semibold file:text-forest"
          />
        </label>
        {result && (
          <>
            <p role="status" className="text-sm font-semibold">
              {result.value.msg}
            </p>
            <ul
              aria-label="Rows of the bill"
              className="flex max-h-72 flex-col gap-2 overflow-y-auto text-sm"
            >
              {result.value.rows.map(({ line, awbNumber, outcome, text }) => (
                <li key={line} className="border-b border-line pb-2 last:border-0">
                  <span className="flex flex-wrap items-center justify-between gap-2">
                    <span className="tabular-nums">
                      Line {line}, <span className="wrap-anywhere">{awbNumber}</span>
                    </span>
                    <Badge color={outcomes[outcome][2]}>{outcomes[outcome][result.booked ? 1 : 0]}</Badge>
                  </span>
                  <span className="wrap-anywhere text-muted">{text}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            {result?.booked ? 'Close' : 'Cancel'}
          </Button>
          {!result?.booked && (
            <Button type="submit" busy={busy} busyLabel="Reading...">
              {canBook
                ? `Book ${result.value.booked} ${result.value.booked === 1 ? 'row' : 'rows'}`
                : 'Show what it does'}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
