/** Takes over a file of the bank: all of its rows or none. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { bankReplyMax } from '../../../contract/admin-settlements.ts'
import { ApiError } from '../../api/client.ts'
import { useRecentLogin } from '../../forms/confirm-login.tsx'
import { FormProblem } from '../../forms/form-problem.tsx'
import { failureMessage, serverMsgOr } from '../../messages/failure-message.ts'
import { toast } from '../../toast/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface Props {
  title: string
  /** Says which columns the file has and what it does. */
  text: string
  send: (csv: string) => Promise<{ msg: string }>
  onClose: () => void
}

export function BankFileDialog({ title, text, send, onClose }: Props) {
  const { revalidate } = useRevalidator()
  const withRecentLogin = useRecentLogin()
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** What is wrong with single lines of the file. */
  const [lines, setLines] = useState<[line: string, text: string][]>([])

  async function takeOver(): Promise<void> {
    setProblem(null)
    setLines([])
    if (!file) return setProblem('Please choose the file of the bank.')
    if (file.size > bankReplyMax) return setProblem('This file is too large.')
    setBusy(true)
    try {
      const csv = await file.text()
      const done = await withRecentLogin(() => send(csv))
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
    <Dialog open title={title} onClose={onClose} closeOnBackdrop={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void takeOver()
        }}
        className="flex flex-col gap-4"
      >
        <p className="text-muted">{text}</p>
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
