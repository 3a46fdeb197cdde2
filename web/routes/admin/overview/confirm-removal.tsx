import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { firstInDialog } from '../../../ui/first-in-dialog.ts'

interface Props {
  title: string
  /** What is removed with it, or why it will be refused. */
  children: ReactNode
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a category or subcategory is removed. */
export function ConfirmRemoval({ title, children, busy, onConfirm, onClose }: Props) {
  return (
    <Dialog open title={title} onClose={onClose}>
      <div className="flex flex-col gap-2 text-muted">{children}</div>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button ref={firstInDialog} look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" busy={busy} busyLabel="Removing..." onClick={onConfirm}>
          Remove
        </Button>
      </div>
    </Dialog>
  )
}
