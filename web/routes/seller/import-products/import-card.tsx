/** What became of the newest file: what its check found, how far it is, and how it ended. */
import { privateApi } from '../../../../contract/private-endpoints.ts'
import type { ImportProblem, ProductImport } from '../../../../contract/product-import.ts'
import type { UploadSettings } from '../../../../contract/settings.ts'
import { useState } from 'react'
import { call, type ListPage } from '../../../api/client.ts'
import { failureMessage, serverMsgOr } from '../../../messages/failure-message.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { Badge, type BadgeColor } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SaveCsv } from '../save-csv.tsx'
import { sellerToast } from '../seller-toast.tsx'
import { ZipField } from './zip-field.tsx'

type Problems = ListPage<{ row: number; problems: ImportProblem[] }>

interface Props {
  of: ProductImport
  problems: Problems
  upload: UploadSettings | null
  onChanged: () => void
}

const states: Record<ProductImport['state'], [words: string, color: BadgeColor]> = {
  checking: ['Being checked', 'blue'],
  checked: ['Checked', 'yellow'],
  running: ['Being imported', 'blue'],
  done: ['Imported', 'green'],
  stopped: ['Stopped', 'grey'],
}

const rows = (count: number) => `${count.toLocaleString('en-IN')} ${count === 1 ? 'row' : 'rows'}`

export function ImportCard({ of, problems, upload, onChanged }: Props) {
  const signedOut = useSignedOut()
  const [busy, setBusy] = useState<'run' | 'stop' | null>(null)
  const [words, color] = states[of.state]
  const good = of.toAdd + of.toChange
  const written = of.added + of.changed + of.refused

  async function act(what: 'run' | 'stop'): Promise<void> {
    setBusy(what)
    try {
      await call(privateApi.productImports[what], { params: { id: of.id } })
    } catch (error) {
      if (!signedOut(error))
        sellerToast.error(failureMessage(error, serverMsgOr('That could not be done. Please try again.')))
    }
    setBusy(null)
    onChanged()
  }

  return (
    <Card className="p-4 sm:p-6">
      <section aria-label="The file you sent" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="text-lg font-semibold wrap-anywhere">{of.fileName}</h2>
          <Badge color={color}>{words}</Badge>
        </div>
        <div role="status" className="flex flex-col gap-4">
          {of.state === 'checking' && <Progress label="Check" at={of.checked} of={of.rows} />}
          {of.state === 'running' && <Progress label="Import" at={written} of={good} />}
          {of.state === 'checked' && <Found of={of} />}
          {(of.state === 'done' || (of.state === 'stopped' && written > 0)) && <Result of={of} />}
        </div>
        {of.notes.length > 0 && (
          <ul className="list-disc pl-5 text-sm wrap-anywhere text-muted">
            {of.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {of.state === 'checked' && of.missingPictures.length > 0 && upload && (
          <ZipField of={of} settings={upload} onNamed={onChanged} />
        )}
        <div className="flex flex-wrap gap-3">
          {of.state === 'checked' && good > 0 && (
            <Button busy={busy === 'run'} busyLabel="Beginning..." onClick={() => void act('run')}>
              Import {rows(good)}
            </Button>
          )}
          {(of.state === 'checked' || of.state === 'checking' || of.state === 'running') && (
            <Button look="secondary" busy={busy === 'stop'} onClick={() => void act('stop')}>
              {of.state === 'checked' ? 'Discard' : 'Stop'}
            </Button>
          )}
        </div>
        {of.state !== 'checking' && problems.items.length > 0 && <ProblemTable of={of} problems={problems} />}
      </section>
    </Card>
  )
}

function Progress({ label, at, of }: { label: string; at: number; of: number }) {
  return (
    <div>
      <progress aria-label={label} max={of} value={at} className="block h-2 w-full accent-leaf" />
      <p className="mt-2 text-sm text-muted">
        {at.toLocaleString('en-IN')} of {rows(of)}. You can leave this page: it goes on.
      </p>
    </div>
  )
}

function Found({ of }: { of: ProductImport }) {
  const found = [
    [of.toAdd, 'new'],
    [of.toChange, 'to change'],
    [of.same, 'as they are'],
    [of.wrong, 'with mistakes'],
  ] as const
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {found.map(([count, words]) => (
          <div key={words} className="flex flex-col-reverse rounded-xl bg-dew px-4 py-3">
            <dt className="text-sm text-muted">{words}</dt>
            <dd className="text-xl font-semibold">{count.toLocaleString('en-IN')}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        {of.wrong === 0
          ? 'Nothing has been changed yet.'
          : 'Nothing has been changed yet. Rows with mistakes are left out: correct them in your file, or in the one with these rows alone, and send it again; or import the others now.'}
      </p>
    </>
  )
}

function Result({ of }: { of: ProductImport }) {
  const parts = [
    of.added > 0 && `${of.added.toLocaleString('en-IN')} added`,
    of.changed > 0 && `${of.changed.toLocaleString('en-IN')} changed`,
    of.same > 0 && `${of.same.toLocaleString('en-IN')} as they were`,
    of.refused > 0 && `${of.refused.toLocaleString('en-IN')} refused`,
    of.wrong > 0 && `${of.wrong.toLocaleString('en-IN')} left out because of mistakes`,
  ].filter(Boolean)
  return <p>{parts.length > 0 ? `${parts.join(', ')}.` : 'There was nothing to change.'}</p>
}

function ProblemTable({ of, problems }: { of: ProductImport; problems: Problems }) {
  const shown = problems.items.flatMap((row) => row.problems)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">What is wrong in {rows(problems.total)}</h3>
        <div className="flex flex-wrap gap-3">
          <SaveCsv path={`/private/product-imports/${of.id}/wrong-rows`} label="Rows to correct" />
          <SaveCsv path={`/private/product-imports/${of.id}/problems-csv`} label="List of mistakes" />
        </div>
      </div>
      <div
        className="relative overflow-x-auto rounded-xl border border-line"
        role="region"
        aria-label="What is wrong"
        tabIndex={0}
      >
        <table className="w-full text-left text-sm">
          <thead className="bg-dew">
            <tr>
              {['Row', 'Column', 'What is wrong'].map((heading) => (
                <th key={heading} scope="col" className="px-4 py-2 font-semibold">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {shown.map(({ row, column, message }) => (
              <tr key={`${row} ${column} ${message}`}>
                <td className="px-4 py-2 tabular-nums">{row}</td>
                <td className="px-4 py-2">{column}</td>
                <td className="px-4 py-2 wrap-anywhere">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problems.total > problems.items.length && (
        <p className="text-sm text-muted">
          The first {rows(problems.items.length)} of {problems.total.toLocaleString('en-IN')} are shown; the
          list has all of them.
        </p>
      )}
    </div>
  )
}
