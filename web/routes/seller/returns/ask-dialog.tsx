/** Asks once more before a seller's answer to a return, which cannot be taken back. */
import type { ReactNode } from 'react'
import { ReturnButton } from '../../../orders/return-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

interface Props {
  title: string
  /** The label of the button that does it. */
  button: string
  action: () => Promise<{ msg: string }>
  onClose: () => void
  children: ReactNode
}

export function AskDialog({ title, button, action, onClose, children }: Props) {
  return (
    <Dialog open title={title} onClose={onClose}>
      {children}
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <ReturnButton look="primary" className="" label={button} action={action} />
      </div>
    </Dialog>
  )
}
