import { type ComponentType, useEffect, useState } from 'react'

/**
 * Loads the note for somebody who has just paid or registered. The key is that of web/session/home-note.ts, written out: imported
 * from there it would cost every visitor a request for that module.
 */
export function LateHomeNote() {
  const [Note, setNote] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isStored('home-note')) return
    import('./home-note.tsx').then(
      ({ HomeNote }) => setNote(() => HomeNote),
      (error: unknown) => console.info('The note could not be loaded.', error),
    )
  }, [])
  return Note && <Note />
}

/** False where the browser forbids the storage. */
function isStored(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}
