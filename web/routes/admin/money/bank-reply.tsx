/** Takes over the bank's reply to a bank file: which payouts are paid, with their UTRs, and which are refused. */
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { bankReplyMax } from '../../../../contract/admin-settlements.ts'
import { ApiError, call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { failureMessage, serverMsgOr } from '../../../messages/failure-message.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Upload } from '../../../ui/more-icons.tsx'

export function BankReplyButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Upload aria-hidden="true" className="size-4.5" />
        Bank's reply
      </Button>
      {open && <ReplyDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function ReplyDialog({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const withRecentLogin = useRecentLogin()
  const picker = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** What is wrong with single lines of the file. */
  const [lines, setLines] = useState<[line: string, text: string][]>([])

  async function send(): Promise<void> {
    setProblem(null)
    setLines([])
    if (!file) return setProblem('Please choose the file of the bank.')
    if (file.size > bankReplyMax) return setProblem('This file is too large.')
    setBusy(true)
    try {
      const csv = await file.text()
      const done = await withRecentLogin(() => call(admin.uploadBankReply, { body: { csv } }))
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
    <Dialog open title="Bank's reply" onClose={onClose} closeOnBackdrop={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        className="flex flex-col gap-4"
      >
        <p className="text-muted">
          A CSV file with the columns reference, utr, amount and status. It marks the payouts as paid or
          refused, all of them or none. A file that was taken over before is refused.
        </p>
        <FormProblem text={problem} />
        {lines.length > 0 && (
          <ul
            aria-label="What is wrong in the file"
            className="flex max-h-48 flex-col gap-1 overflow-y-auto text-sm"
          >
            {lines.map(([line, text]) => (
              <li key={line}>
                <strong className="font-semibold">{line.charAt(0).toUpperCase() + line.slice(1)}:</strong>{' '}
                {text}
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
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
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
