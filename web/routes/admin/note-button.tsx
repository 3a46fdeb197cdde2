import { type ComponentProps, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { NoteDialog } from './note-dialog.tsx'

/** The props of the dialog; its title is also the label of the button. */
type Props = Omit<ComponentProps<typeof NoteDialog>, 'onClose'>

/** A button for an action that needs a note or reason: opens the dialog that asks for it. */
export function NoteButton(props: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
        className="px-4 text-sm"
      >
        {props.title}
      </Button>
      {asking && <NoteDialog {...props} onClose={() => setAsking(false)} />}
    </>
  )
}
