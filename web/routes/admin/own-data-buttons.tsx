/** What an administrator does with the data of a buyer or seller who asks for it. */
import { useState } from 'react'
import { admin } from '../../../contract/admin.ts'
import { limits } from '../../../contract/limits.ts'
import { daysInWords } from '../../../contract/period-words.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Trash2 } from '../../ui/more-icons.tsx'
import { DownloadButton } from './download-button.tsx'
import { may } from './may.ts'
import { NoteDialog } from './note-dialog.tsx'

const wait = daysInWords(limits.accountDeletionDays)

export function OwnDataButtons({ id, name }: { id: string; name: string }) {
  const [asking, setAsking] = useState<'delete' | 'keep' | null>(null)
  if (!may(admin.deleteAccount)) return null
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-2.5 font-medium text-forest">
        Data<span className="sr-only"> of {name}</span>
      </summary>
      <div className="flex flex-wrap gap-2 pb-2">
        <DownloadButton
          path={admin.archiveOf.path.replace('{id}', id)}
          label="Download data"
          className="px-3! text-sm"
        />
        <Button
          look="ghost"
          aria-haspopup="dialog"
          onClick={() => setAsking('delete')}
          className="px-3! text-clay!"
        >
          <Trash2 aria-hidden="true" className="size-4.5" />
          Delete account
        </Button>
        <Button
          look="ghost"
          aria-haspopup="dialog"
          onClick={() => setAsking('keep')}
          className="px-3! text-sm"
        >
          Keep account
        </Button>
      </div>
      {asking === 'keep' && (
        <NoteDialog
          title={`Keep the account of ${name}`}
          label="Who wants to keep it, and how you know that it is them"
          required="Please say who wants to keep it."
          button="Keep the account"
          failed="The account could not be kept"
          send={(reason) => call(admin.keepAccount, { params: { id }, body: { reason } })}
          onClose={() => setAsking(null)}
        >
          If the account is going to be deleted, that is undone, and they are told by mail. The reason is kept
          in the audit log.
        </NoteDialog>
      )}
      {asking === 'delete' && (
        <NoteDialog
          title={`Delete the account of ${name}`}
          label="Who asked for it, and how you know that it is them"
          required="Please say who asked."
          button={`Delete in ${wait}`}
          look="danger"
          failed="The account could not be deleted"
          send={(reason) =>
            call(admin.deleteAccount, { params: { id }, body: { reason, keepReviews: false } })
          }
          onClose={() => setAsking(null)}
        >
          They are told by mail and can undo it for {wait}, but not while they are suspended. Then everything
          is deleted, reviews too, except what the law requires us to keep. The reason is kept in the audit
          log.
        </NoteDialog>
      )}
    </details>
  )
}
