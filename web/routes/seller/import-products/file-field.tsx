import { useEffect, useRef, useState } from 'react'
import { importLimits } from '../../../../contract/import-limits.ts'
import { Button } from '../../../ui/button.tsx'
import { problemOf, type Sending, sendFile } from './send-file.ts'

interface Props {
  /** An import is under way: its end comes first. */
  waits: boolean
  onSent: (id: string) => void
}

/** The file of products: sent as soon as it is chosen. Its name stays with what is wrong. */
export function FileField({ waits, onSent }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<Sending>(null)
  const [name, setName] = useState<string | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => () => running.current?.cancel(), [])

  async function send(file: File): Promise<void> {
    setName(file.name)
    const wrong = problemOf(file)
    setProblem(wrong)
    if (wrong !== null) return
    setSent(0)
    try {
      running.current = sendFile(file, setSent)
      onSent(await running.current.id)
      setName(null)
    } catch (error) {
      setProblem((error as Error).message)
    }
    setSent(null)
  }

  return (
    <div className="flex flex-col gap-3">
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv"
        hidden
        aria-label="File of products"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void send(file)
          // Without this, choosing the same file again would be no change.
          currentTarget.value = ''
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          busy={sent !== null}
          busyLabel="Sending..."
          disabled={waits}
          onClick={() => input.current?.click()}
        >
          Choose a CSV file
        </Button>
        {name && <span className="wrap-anywhere">{name}</span>}
      </div>
      {sent !== null && (
        <progress aria-label="Sending" max={1} value={sent} className="block h-2 w-full accent-leaf" />
      )}
      <p aria-live="polite" className={`text-sm ${problem ? 'text-clay' : 'text-muted'}`}>
        {problem ??
          `At most ${importLimits.rows.toLocaleString('en-IN')} rows and ${importLimits.bytes / 1_000_000} MB. It is checked first: nothing changes before you say so.`}
      </p>
    </div>
  )
}
