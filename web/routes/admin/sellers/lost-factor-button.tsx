import { useState } from 'react'
import { admin } from '../../../../contract/admin.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { ShieldAlert } from '../../../ui/more-icons.tsx'
import { NoteDialog } from '../note-dialog.tsx'

/** Switches the second factor of a seller off who has lost phone and recovery codes. */
export function LostFactorButton({ id, name }: { id: string; name: string }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        look="ghost"
        aria-haspopup="dialog"
        aria-label={`Lost phone of ${name}`}
        onClick={() => setAsking(true)}
        className="px-3!"
      >
        <ShieldAlert aria-hidden="true" className="size-4.5" />
        Lost phone
      </Button>
      {asking && (
        <NoteDialog
          title={`Switch off the second factor of ${name}`}
          label="How you know that it is them"
          required="Please say how you know."
          button="Switch off"
          look="danger"
          failed="The second factor could not be switched off"
          send={(reason) => call(admin.removeSecondFactor, { params: { id }, body: { reason } })}
          onClose={() => setAsking(false)}
        >
          Their password alone opens the account afterwards. Their sessions end, and they are told by mail.
          The reason is kept in the audit log.
        </NoteDialog>
      )}
    </>
  )
}
