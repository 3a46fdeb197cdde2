import { useState } from 'react'
import { z } from 'zod'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'

interface Props {
  name: string
  /** What goes with it. */
  text: string
  send: () => Promise<{ msg: string }>
}

/** Asks first. The server refuses what products have, and says how many. */
export function DeleteButton({ name, text, send }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        aria-label={`Delete ${name}`}
        onClick={() => setAsking(true)}
        className="px-4 text-sm"
      >
        Delete
      </Button>
      {asking && (
        <FormDialog
          title={`Delete ${name}?`}
          text={text}
          schema={z.object({})}
          button="Delete"
          busyLabel="Deleting..."
          look="danger"
          failed="It could not be deleted."
          send={send}
          onClose={() => setAsking(false)}
        >
          {() => null}
        </FormDialog>
      )}
    </>
  )
}
