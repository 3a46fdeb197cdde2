import type { ReactNode } from 'react'
import { z } from 'zod'
import { text } from '../../../contract/fields.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import type { ButtonLook } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'

interface Props {
  title: string
  /** Says what will happen. */
  children: ReactNode
  label: string
  /** The error where nothing was entered. */
  required: string
  button: string
  look?: ButtonLook
  failed: string
  /** Makes the call and returns the server's message. Where it needs a recent login, the password is asked for. */
  send: (note: string) => Promise<{ msg: string }>
  onClose: () => void
}

/** Asks for a reason or note before an action; it is stored in the audit log. */
export function NoteDialog({ children, label, required, send, ...dialog }: Props) {
  return (
    <FormDialog
      {...dialog}
      text={children}
      schema={z.object({ note: text(500, required) })}
      send={({ note }) => send(note)}
    >
      {(field) => <TextArea {...field('note')} label={label} rows={3} maxLength={500} />}
    </FormDialog>
  )
}
