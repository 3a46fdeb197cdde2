/** Asks before a page with unsaved changes is left by a link, the back button or the browser. */
import { useEffect, useEffectEvent, useRef } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { firstInDialog } from '../../../ui/first-in-dialog.ts'

export function useLeaveGuard(isChanged: () => boolean) {
  const free = useRef(false)
  const holds = () => !free.current && isChanged()
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && holds(),
  )

  // The browser's own dialog, for a reload, another site and closing the tab.
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (holds()) event.preventDefault()
  })
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => ask(event)
    addEventListener('beforeunload', leave)
    return () => removeEventListener('beforeunload', leave)
  }, [])

  return {
    /** To be called after a save: leaving the page then needs no confirmation. */
    allowLeaving(): void {
      free.current = true
    },
    question: (
      <Dialog open={state === 'blocked'} title="Leave without saving?" onClose={() => reset?.()}>
        <p className="text-muted">What you changed here is not saved yet.</p>
        <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={() => proceed?.()}>
            Leave
          </Button>
          <Button ref={firstInDialog} onClick={() => reset?.()}>
            Keep Editing
          </Button>
        </div>
      </Dialog>
    ),
  }
}
