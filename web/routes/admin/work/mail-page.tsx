/** Mail that has not been sent yet. */
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { UnsentMail } from '../../../../contract/admin-work.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { failureMessage, serverMsgOr } from '../../../messages/failure-message.ts'
import { useSignedOut } from '../../../session/use-signed-out.ts'
import { toast } from '../../../toast/toast.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ActionButton } from '../action-button.tsx'
import { loadList } from '../require-admin.ts'
import { ListPage } from '../list-page.tsx'
import { Timestamp } from '../timestamp.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { MailCheck } from '../../../ui/more-icons.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => loadList(admin.unsentMail, request, [])

const columns: Column<UnsentMail>[] = [
  {
    name: 'Mail',
    width: 'minmax(0,1.6fr)',
    long: true,
    cell: ({ to, subject, unreadable }) =>
      unreadable ? (
        <>
          <span className="block font-medium">Cannot be opened</span>
          <span className="block text-sm text-muted">{unreadable}</span>
        </>
      ) : (
        <>
          <span className="block font-medium">{subject}</span>
          <span className="block text-sm break-all text-muted">{to}</span>
        </>
      ),
  },
  {
    name: 'State',
    width: '7rem',
    cell: ({ state }) =>
      state === 'failed' ? <Badge color="red">Failed</Badge> : <Badge color="yellow">Waiting</Badge>,
  },
  { name: 'Tries', width: '3.5rem', end: true, cell: ({ tries }) => tries },
  {
    name: 'Error',
    width: 'minmax(0,1.4fr)',
    long: true,
    cell: ({ error }) => <span className="text-sm">{error}</span>,
  },
  {
    name: 'Written',
    width: '11rem',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
  {
    name: '',
    width: '12.5rem',
    end: true,
    cell: (mail) => mail.unreadable === null && <MailActions mail={mail} />,
  },
]

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <ListPage
      heading="Unsent mail"
      noun="mails"
      text="Waiting mail is tried again by itself. Failed mail is not: mend the cause, then send it again. It is kept for thirty days."
      loaded={loaded}
      empty={{ title: 'No unsent mail', text: 'All mail has been handed over.', icon: <MailCheck /> }}
      rows={(mails, list) => (
        <DataTable label="Unsent mail, newest first" columns={columns} items={mails} list={list} />
      )}
    />
  )
}

interface WholeMail {
  to: string
  subject: string
  text: string
}

function MailActions({ mail: { id, state } }: { mail: UnsentMail }) {
  const withRecentLogin = useRecentLogin()
  const signedOut = useSignedOut()
  const [whole, setWhole] = useState<WholeMail | null>(null)
  const [busy, setBusy] = useState(false)

  async function read(): Promise<void> {
    setBusy(true)
    try {
      setWhole((await withRecentLogin(() => call(admin.readMail, { params: { id } }))) ?? null)
    } catch (error) {
      if (!signedOut(error)) toast.error(failureMessage(error, serverMsgOr('The mail could not be read.')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Button
        look="ghost"
        busy={busy}
        aria-haspopup="dialog"
        onClick={() => void read()}
        className="px-4 text-sm"
      >
        Read
      </Button>
      {state === 'failed' && (
        <ActionButton
          label="Send again"
          busyLabel="Sending..."
          action={() => call(admin.retryMail, { params: { id } })}
          failed="The mail could not be sent again."
        />
      )}
      {whole && (
        <Dialog open title={whole.subject} onClose={() => setWhole(null)}>
          <p className="mb-3 text-sm break-all text-muted">To {whole.to}</p>
          <p
            tabIndex={0}
            className="max-h-[60vh] overflow-y-auto rounded-xl bg-dew px-4 py-3 text-sm leading-6 break-words whitespace-pre-wrap"
          >
            {whole.text}
          </p>
        </Dialog>
      )}
    </span>
  )
}
